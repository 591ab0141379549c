// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"strings"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
)

func podOf(text string) *core.Pod {
	pod := &core.Pod{}
	must(json.Unmarshal([]byte(text), pod))
	return pod
}

// One container, with what is given of its spec as JSON members.
func simple(members string) *core.Pod {
	return podOf(`{"metadata":{"name":"p"},"spec":{"containers":[{"name":"app","image":"i"` + members + `}]}}`)
}

func limits(cpu, memory string) string {
	return fmt.Sprintf(`,"resources":{"limits":{"cpu":%q,"memory":%q}}`, cpu, memory)
}

func many(count int) *core.Pod {
	pod := simple(limits("2", "1Gi"))
	for i := 1; i < count; i++ {
		container := pod.Spec.Containers[0].DeepCopy()
		container.Name = fmt.Sprintf("c%d", i)
		pod.Spec.Containers = append(pod.Spec.Containers, *container)
	}
	return pod
}

const both = "GOMAXPROCS=2 GOMEMLIMIT=921MiB"

// The object is the patched one and nothing else of it has changed.
func onlyEnvironment(before, after *core.Pod) bool {
	left, right := before.DeepCopy(), after.DeepCopy()
	for _, pod := range []*core.Pod{left, right} {
		pod.TypeMeta = meta.TypeMeta{}
		pod.Namespace = ""
		delete(pod.Annotations, "climits/injected")
		if len(pod.Annotations) == 0 {
			pod.Annotations = nil
		}
		for _, list := range [][]core.Container{pod.Spec.Containers, pod.Spec.InitContainers} {
			for i := range list {
				list[i].Env = nil
			}
		}
	}
	return equality.Semantic.DeepEqual(left, right)
}

func podCases() {
	cases := []struct {
		name string
		pod  *core.Pod
		want string
	}{
		{"two limits", simple(limits("2", "1Gi")), both},
		{"millicores", simple(limits("1500m", "512Mi")), "GOMAXPROCS=1 GOMEMLIMIT=460MiB"},
		{"less than a core", simple(limits("500m", "1Gi")), "GOMAXPROCS=1 GOMEMLIMIT=921MiB"},
		{"a fraction that rounds up", simple(limits("1.9999999", "1Gi")), both},
		{"decimal units", simple(limits("2", "129M")), "GOMAXPROCS=2 GOMEMLIMIT=110MiB"},
		{"kilo", simple(limits("1k", "1Gi")), "GOMEMLIMIT=921MiB"},
		{"CPU alone", simple(`,"resources":{"limits":{"cpu":"2"}}`), "GOMAXPROCS=2"},
		{"memory alone", simple(`,"resources":{"limits":{"memory":"1Gi"}}`), "GOMEMLIMIT=921MiB"},
		{"other variables", simple(`,"env":[{"name":"A","value":"1"}]` + limits("2", "1Gi")), "A=1 " + both},
		{"the user's own", simple(`,"env":[{"name":"GOMAXPROCS","value":"7"}]` + limits("2", "1Gi")), "GOMAXPROCS=7 GOMEMLIMIT=921MiB"},
		{"the user's own, empty", simple(`,"env":[{"name":"GOMAXPROCS"}]` + limits("2", "1Gi")), "GOMAXPROCS= GOMEMLIMIT=921MiB"},
		{"the user's own, from a field", simple(`,"env":[{"name":"GOMEMLIMIT","valueFrom":{"resourceFieldRef":{"resource":"limits.memory"}}}]` + limits("2", "1Gi")), "GOMEMLIMIT=(from) GOMAXPROCS=2"},
		{"envFrom", simple(`,"envFrom":[{"configMapRef":{"name":"c"}}]` + limits("2", "1Gi")), both},
		{"an init container", podOf(`{"metadata":{"name":"p"},"spec":{"initContainers":[{"name":"i","resources":{"limits":{"cpu":"3"}}}],"containers":[{"name":"a"}]}}`), "GOMAXPROCS=3 | "},
		{"a sidecar", podOf(`{"metadata":{"name":"p"},"spec":{"initContainers":[{"name":"i","restartPolicy":"Always","resources":{"limits":{"cpu":"3"}}}],"containers":[{"name":"a","resources":{"limits":{"cpu":"1"}}}]}}`), "GOMAXPROCS=3 | GOMAXPROCS=1"},
		{"limits of the pod", podOf(`{"metadata":{"name":"p"},"spec":{"resources":{"limits":{"cpu":"4","memory":"4Gi"}},"containers":[{"name":"a"}]}}`), "GOMAXPROCS=4 GOMEMLIMIT=3686MiB"},
		{"generateName", podOf(`{"metadata":{"generateName":"p-"},"spec":{"containers":[{"name":"a"` + limits("2", "1Gi") + `}]}}`), both},
		{"annotations", podOf(`{"metadata":{"name":"p","annotations":{"a/b":"~/"}},"spec":{"containers":[{"name":"a"` + limits("2", "1Gi") + `}]}}`), both},
		{"one variable", podOf(`{"metadata":{"name":"p","annotations":{"climits/vars":"GOMEMLIMIT"}},"spec":{"containers":[{"name":"a"` + limits("2", "1Gi") + `}]}}`), "GOMEMLIMIT=921MiB"},
		{"a field reference", podOf(`{"metadata":{"name":"p","annotations":{"climits/value-mode":"fieldref","climits/vars":"GOMAXPROCS"}},"spec":{"containers":[{"name":"a"` + limits("2", "1Gi") + `}]}}`), "GOMAXPROCS=(from)"},
		{"opted out", podOf(`{"metadata":{"name":"p","annotations":{"climits/inject":"false"}},"spec":{"containers":[{"name":"a"` + limits("2", "1Gi") + `}]}}`), ""},
		{"all of Unicode", podOf(`{"metadata":{"name":"p","annotations":{"a":"\u2028 \ud83d\ude00 <&> \\ \""}},"spec":{"containers":[{"name":"a","args":["\u0001\t"]` + limits("2", "1Gi") + `}]}}`), both},
		{"a Windows pod", podOf(`{"metadata":{"name":"p"},"spec":{"os":{"name":"windows"},"containers":[{"name":"a","env":[{"name":"gomaxprocs","value":"9"}]` + limits("2", "1Gi") + `}]}}`), "gomaxprocs=9 GOMEMLIMIT=921MiB"},
		{"500 containers", many(500), strings.TrimSuffix(strings.Repeat(both+" | ", 500), " | ")},
	}
	s := start("good")
	defer s.stop()
	for _, policy := range []string{"Ignore", "Fail"} {
		c := newCluster(s, policy)
		for _, k := range cases {
			got := c.create(k.pod, "apps")
			check(got.err == nil && environments(got.pod) == k.want && onlyEnvironment(k.pod, got.pod),
				"%s, %s: %.100q %v", policy, k.name, environments(got.pod), got.err)
			again := c.create(got.pod, "apps")
			again.pod.TypeMeta, got.pod.TypeMeta = meta.TypeMeta{}, meta.TypeMeta{}
			check(again.err == nil && equality.Semantic.DeepEqual(again.pod, got.pod), "%s, %s: the same once more", policy, k.name)
		}
	}
	c := newCluster(s, "Fail")
	got := c.create(cases[0].pod, "apps")
	check(strings.Contains(got.audit, "pods.climits-webhook.climits.dev/injected="), "audit annotation: %.300q", got.audit)
	for _, configuration := range c.configurations {
		configuration.Webhooks[0].AdmissionReviewVersions = []string{"v1beta1"}
	}
	got = c.create(cases[0].pod, "apps")
	check(got.err == nil && environments(got.pod) == both, "v1beta1: %q %v", environments(got.pod), got.err)
}

// Who is called at all: selectors, rules and conditions of the configuration.
func selectionCases() {
	s := start("another") // a call would fail
	defer s.stop()
	c := newCluster(s, "Fail")
	good := simple(limits("2", "1Gi"))
	labelled := good.DeepCopy()
	labelled.Labels = map[string]string{"climits/inject": "false"}
	mirror := good.DeepCopy()
	mirror.Annotations = map[string]string{"kubernetes.io/config.mirror": "x"}
	create := runtime.Object(&meta.CreateOptions{})
	update := runtime.Object(&meta.UpdateOptions{})
	cases := []struct {
		name        string
		pod, old    *core.Pod
		in          string
		operation   admission.Operation
		options     runtime.Object
		subresource string
		called      bool
	}{
		{"a namespace with the label", good, nil, "apps", admission.Create, create, "", true},
		{"limits of an init container", podOf(`{"metadata":{"name":"p"},"spec":{"initContainers":[{"name":"i"` + limits("1", "1Gi") + `}],"containers":[{"name":"a"}]}}`), nil, "apps", admission.Create, create, "", true},
		{"a namespace without it", good, nil, "plain", admission.Create, create, "", false},
		{"our own namespace", good, nil, "climits", admission.Create, create, "", false},
		{"kube-system", good, nil, "kube-system", admission.Create, create, "", false},
		{"a pod with the label", labelled, nil, "apps", admission.Create, create, "", false},
		{"a mirror pod", mirror, nil, "apps", admission.Create, create, "", false},
		{"no limits", simple(""), nil, "apps", admission.Create, create, "", false},
		{"requests alone", simple(`,"resources":{"requests":{"cpu":"1"}}`), nil, "apps", admission.Create, create, "", false},
		{"an update", good, good, "apps", admission.Update, update, "", false},
		{"a resize", good, good, "apps", admission.Update, update, "resize", false},
	}
	for _, k := range cases {
		got := c.admit(k.pod, k.old, k.in, k.operation, k.options, k.subresource)
		check((got.err != nil) == k.called, "called for %s: %t", k.name, got.err != nil)
	}
}
