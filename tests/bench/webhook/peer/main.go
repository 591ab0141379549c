// SPDX-License-Identifier: MIT

// peer is the same job as a webhook on controller-runtime would do it, as small as it can be: typed
// decode, GOMAXPROCS and GOMEMLIMIT of each container from its limits, the patch made from the
// difference. For comparison only: it knows none of the cases that climits-webhook does.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"

	core "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

type injector struct {
	decoder admission.Decoder
}

func set(container *core.Container, name, value string) {
	for _, variable := range container.Env {
		if variable.Name == name {
			return
		}
	}
	container.Env = append(container.Env, core.EnvVar{Name: name, Value: value})
}

func inject(containers []core.Container) {
	for i := range containers {
		limits := containers[i].Resources.Limits
		if cpu := limits.Cpu(); !cpu.IsZero() {
			set(&containers[i], "GOMAXPROCS", fmt.Sprint(max(1, cpu.MilliValue()/1000)))
		}
		if memory := limits.Memory(); !memory.IsZero() {
			set(&containers[i], "GOMEMLIMIT", fmt.Sprintf("%dMiB", memory.Value()/10*9>>20))
		}
	}
}

func (h *injector) Handle(_ context.Context, request admission.Request) admission.Response {
	pod := &core.Pod{}
	if err := h.decoder.Decode(request, pod); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	inject(pod.Spec.InitContainers)
	inject(pod.Spec.Containers)
	text, err := json.Marshal(pod)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, text)
}

func main() {
	certificates := flag.String("dir", "", "directory of tls.crt and tls.key")
	port := flag.Int("port", 0, "port")
	flag.Parse()
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: *port, CertDir: *certificates})
	server.Register("/mutate", &webhook.Admission{Handler: &injector{admission.NewDecoder(scheme.Scheme)}})
	if err := server.Start(ctrl.SetupSignalHandler()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
