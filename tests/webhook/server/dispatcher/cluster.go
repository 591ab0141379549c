// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"
	"net/url"
	"strings"
	"time"

	registration "k8s.io/api/admissionregistration/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/mutating"
	audit "k8s.io/apiserver/pkg/apis/audit"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/util/webhook"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

// What is registered in a cluster, and where its Services lead.
type cluster struct {
	configurations []*registration.MutatingWebhookConfiguration
	services       map[string]url.URL
	adminConfig    io.Reader
}

func (c *cluster) ResolveEndpoint(namespace, name string, _ int32) (*url.URL, error) {
	endpoint := c.services[namespace+"/"+name]
	return &endpoint, nil
}

// Ours, with a policy and the server behind it.
func newCluster(s *server, policy string, arguments ...string) *cluster {
	documents := manifests(append([]string{"--failure-policy", policy, "--timeout", "2"}, arguments...)...)
	configuration := &registration.MutatingWebhookConfiguration{}
	must(yaml.UnmarshalStrict([]byte(documents[len(documents)-1]), configuration))
	return &cluster{
		configurations: []*registration.MutatingWebhookConfiguration{configuration},
		services:       map[string]url.URL{"climits/climits-webhook": s.url},
	}
}

func namespace(name string, enabled bool) *core.Namespace {
	labels := map[string]string{"kubernetes.io/metadata.name": name}
	if enabled {
		labels["climits/injection"] = "enabled"
	}
	return &core.Namespace{ObjectMeta: meta.ObjectMeta{Name: name, Labels: labels}}
}

// The admission chain of an API server that has this plugin alone.
func (c *cluster) chain(stop chan struct{}) admission.MutationInterface {
	objects := []runtime.Object{namespace("apps", true), namespace("plain", false),
		namespace("climits", true), namespace("kube-system", true)}
	for _, configuration := range c.configurations {
		objects = append(objects, configuration)
	}
	client := fake.NewClientset(objects...)
	informer := informers.NewSharedInformerFactory(client, 0)
	plugins := admission.NewPlugins()
	mutating.Register(plugins)
	chain, err := plugins.NewFromPlugins([]string{mutating.PluginName}, provider{c.adminConfig},
		&initializer{c, client, informer}, nil)
	must(err)
	informer.Start(stop)
	informer.WaitForCacheSync(stop)
	return chain.(admission.MutationInterface)
}

// What the API server's flags say of the plugin.
type provider struct {
	config io.Reader
}

func (p provider) ConfigFor(string) (io.Reader, error) {
	return p.config, nil
}

// What the API server gives to the plugin.
type initializer struct {
	cluster  *cluster
	client   kubernetes.Interface
	informer informers.SharedInformerFactory
}

func (i *initializer) Initialize(plugin admission.Interface) {
	webhooks := plugin.(*mutating.Plugin)
	webhooks.SetAuthenticationInfoResolverWrapper(
		func(delegate webhook.AuthenticationInfoResolver) webhook.AuthenticationInfoResolver { return delegate })
	webhooks.SetServiceResolver(i.cluster)
	webhooks.SetExternalKubeClientSet(i.client)
	webhooks.SetExternalKubeInformerFactory(i.informer)
}

// Attributes that keep the audit annotations.
type attributes struct {
	admission.Attributes
	audit map[string]string
}

func (a *attributes) AddAnnotation(key, value string) error {
	return a.AddAnnotationWithLevel(key, value, audit.LevelMetadata)
}

func (a *attributes) AddAnnotationWithLevel(key, value string, level audit.Level) error {
	a.audit[key] = value
	return a.Attributes.AddAnnotationWithLevel(key, value, level)
}

type outcome struct {
	pod   *core.Pod
	err   error
	audit string
	took  time.Duration
}

// Creates a pod, as far as admission goes.
func (c *cluster) create(pod *core.Pod, in string) outcome {
	return c.admit(pod, nil, in, admission.Create, &meta.CreateOptions{}, "")
}

func (c *cluster) admit(pod, old *core.Pod, in string, operation admission.Operation, options runtime.Object,
	subresource string) outcome {
	stop := make(chan struct{})
	defer close(stop)
	chain := c.chain(stop)
	pod = pod.DeepCopy()
	pod.TypeMeta = meta.TypeMeta{APIVersion: "v1", Kind: "Pod"}
	pod.Namespace = in
	var before runtime.Object
	if old != nil {
		before = old
	}
	record := &attributes{admission.NewAttributesRecord(pod, before, core.SchemeGroupVersion.WithKind("Pod"),
		in, pod.Name, core.SchemeGroupVersion.WithResource("pods"), subresource, operation, options, false,
		&user.DefaultInfo{Name: "somebody"}), map[string]string{}}
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	err := chain.Admit(ctx, record, admission.NewObjectInterfacesFromScheme(scheme.Scheme))
	var keys []string
	for key, value := range record.audit {
		keys = append(keys, key+"="+value)
	}
	return outcome{record.GetObject().(*core.Pod), err, strings.Join(keys, "\n"), time.Since(start)}
}

// A container's environment as NAME=VALUE words.
func environment(container core.Container) string {
	var words []string
	for _, variable := range container.Env {
		value := variable.Value
		if variable.ValueFrom != nil {
			value = "(from)"
		}
		words = append(words, variable.Name+"="+value)
	}
	return strings.Join(words, " ")
}

func environments(pod *core.Pod) string {
	var parts []string
	for _, container := range append(append([]core.Container{}, pod.Spec.InitContainers...), pod.Spec.Containers...) {
		parts = append(parts, environment(container))
	}
	return strings.Join(parts, " | ")
}
