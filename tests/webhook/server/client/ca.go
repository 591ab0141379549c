// SPDX-License-Identifier: MIT

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const defaultNames = "climits-webhook.climits.svc,localhost"

type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newKey() *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	return key
}

func serial() *big.Int {
	number, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	must(err)
	return number
}

func pemOf(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func pemOfKey(key *ecdsa.PrivateKey) []byte {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	must(err)
	return pemOf("PRIVATE KEY", der)
}

// The CA in dir, made there when there is none.
func openAuthority(dir string) *authority {
	certificateFile, keyFile := filepath.Join(dir, "ca.pem"), filepath.Join(dir, "ca.key")
	if _, err := os.Stat(certificateFile); err != nil {
		must(os.MkdirAll(dir, 0o755))
		key := newKey()
		template := &x509.Certificate{
			SerialNumber: serial(), Subject: pkix.Name{CommonName: "test CA " + dir},
			NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
			IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		}
		der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
		must(err)
		must(os.WriteFile(keyFile, pemOfKey(key), 0o600))
		must(os.WriteFile(certificateFile, pemOf("CERTIFICATE", der), 0o644))
	}
	text, err := os.ReadFile(certificateFile)
	must(err)
	block, _ := pem.Decode(text)
	certificate, err := x509.ParseCertificate(block.Bytes)
	must(err)
	text, err = os.ReadFile(keyFile)
	must(err)
	block, _ = pem.Decode(text)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	must(err)
	return &authority{certificate, key.(*ecdsa.PrivateKey)}
}

// A certificate and its key, as PEM.
func (ca *authority) issue(names string, client, expired bool) ([]byte, []byte) {
	key := newKey()
	list := strings.Split(names, ",")
	usage := x509.ExtKeyUsageServerAuth
	if client {
		usage = x509.ExtKeyUsageClientAuth
	}
	until := time.Now().Add(12 * time.Hour)
	if expired {
		until = time.Now().Add(-time.Minute)
	}
	template := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: list[0]}, DNSNames: list,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{usage},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, ca.certificate, &key.PublicKey, ca.key)
	must(err)
	return pemOf("CERTIFICATE", der), pemOfKey(key)
}

// As the kubelet lays out a Secret (atomic_writer.go): the files are links through "..data", which
// is renamed over the one before.
func writeSecret(dir string, certificate, key []byte) {
	must(os.MkdirAll(dir, 0o755))
	name := fmt.Sprintf("..%d", time.Now().UnixNano())
	must(os.Mkdir(filepath.Join(dir, name), 0o755))
	must(os.WriteFile(filepath.Join(dir, name, "tls.crt"), certificate, 0o644))
	must(os.WriteFile(filepath.Join(dir, name, "tls.key"), key, 0o600))
	old, _ := os.Readlink(filepath.Join(dir, "..data"))
	must(os.Symlink(name, filepath.Join(dir, "..data_tmp")))
	must(os.Rename(filepath.Join(dir, "..data_tmp"), filepath.Join(dir, "..data")))
	for _, file := range []string{"tls.crt", "tls.key"} {
		if _, err := os.Lstat(filepath.Join(dir, file)); err != nil {
			must(os.Symlink(filepath.Join("..data", file), filepath.Join(dir, file)))
		}
	}
	if old != "" {
		must(os.RemoveAll(filepath.Join(dir, old)))
	}
}

func issueMain(arguments []string) {
	flags := flag.NewFlagSet("issue", flag.ExitOnError)
	ca := flags.String("ca", "", "directory of the CA")
	out := flags.String("out", "", "directory to write")
	names := flags.String("names", defaultNames, "DNS names")
	client := flags.Bool("client", false, "for a client")
	expired := flags.Bool("expired", false, "no longer valid")
	must(flags.Parse(arguments))
	certificate, key := openAuthority(*ca).issue(*names, *client, *expired)
	writeSecret(*out, certificate, key)
}

func rotateMain(arguments []string) {
	flags := flag.NewFlagSet("rotate", flag.ExitOnError)
	ca := flags.String("ca", "", "directory of the CA")
	out := flags.String("out", "", "directory to write")
	every := flags.Duration("every", time.Second, "how often")
	count := flags.Int("count", 10, "how many times")
	hup := flags.Int("hup", 0, "process to send SIGHUP to each time")
	must(flags.Parse(arguments))
	authority := openAuthority(*ca)
	for i := 0; i < *count; i++ {
		certificate, key := authority.issue(defaultNames, false, false)
		writeSecret(*out, certificate, key)
		if *hup > 0 {
			must(syscall.Kill(*hup, syscall.SIGHUP))
		}
		time.Sleep(*every)
	}
}
