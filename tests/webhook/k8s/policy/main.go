// SPDX-License-Identifier: MIT

// Command policy applies a MutatingAdmissionPolicy as the API server does, with the API server's own
// code: policy FILE reads a pod a line on standard input and prints what the policy makes of each.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	v1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/client-go/openapi/openapitest"
	"sigs.k8s.io/yaml"
)

var kind = corev1.SchemeGroupVersion.WithKind("Pod")
var resource = corev1.SchemeGroupVersion.WithResource("pods")

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func patchers(file string) []patch.Patcher {
	text, err := os.ReadFile(file)
	must(err)
	var policy v1.MutatingAdmissionPolicy
	must(yaml.UnmarshalStrict(bytes.Split(text, []byte("\n---\n"))[0], &policy))
	compiler, err := cel.NewCompositedCompiler(
		environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
	must(err)
	options := cel.OptionalVariableDeclarations{HasAuthorizer: true}
	compiler.CompileAndStoreVariables(variables(policy.Spec.Variables), options,
		environment.StoredExpressions)
	options.HasPatchTypes = true
	var all []patch.Patcher
	for _, mutation := range policy.Spec.Mutations {
		accessor := &patch.ApplyConfigurationCondition{
			Expression: mutation.ApplyConfiguration.Expression}
		compiled := compiler.CompileMutatingEvaluator(accessor, options,
			environment.StoredExpressions)
		all = append(all, patch.NewApplyConfigurationPatcher(compiled))
	}
	return all
}

func variables(list []v1.Variable) []cel.NamedExpressionAccessor {
	if len(list) > 0 {
		must(fmt.Errorf("variables are not expected"))
	}
	return nil
}

func apply(all []patch.Patcher, converter patch.TypeConverterManager, scheme *runtime.Scheme,
	pod runtime.Object) (runtime.Object, error) {
	for _, patcher := range all {
		attributes := admission.NewAttributesRecord(pod, nil, kind, "shop", "web", resource, "",
			admission.Create, &metav1.CreateOptions{}, false, nil)
		patched, err := patcher.Patch(context.Background(), patch.Request{
			MatchedResource: resource,
			VersionedAttributes: &admission.VersionedAttributes{
				Attributes:         attributes,
				VersionedKind:      kind,
				VersionedObject:    admission.NewLazyObject(pod),
				VersionedOldObject: admission.NewLazyObject(nil),
			},
			ObjectInterfaces: admission.NewObjectInterfacesFromScheme(scheme),
			TypeConverter:    converter.GetTypeConverter(kind),
		}, celconfig.RuntimeCELCostBudget)
		if err != nil {
			return nil, err
		}
		pod = patched
	}
	return pod, nil
}

func main() {
	scheme := runtime.NewScheme()
	must(corev1.AddToScheme(scheme))
	converter := patch.NewTypeConverterManager(nil, openapitest.NewEmbeddedFileClient())
	go converter.Run(context.Background())
	for converter.GetTypeConverter(kind) == nil {
		time.Sleep(100 * time.Millisecond)
	}
	all := patchers(os.Args[1])
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		pod := &corev1.Pod{}
		must(json.Unmarshal(lines.Bytes(), pod))
		result, err := apply(all, converter, scheme, pod)
		if err != nil {
			fmt.Printf("{\"error\":%q}\n", err)
			continue
		}
		text, err := json.Marshal(result)
		must(err)
		fmt.Println(string(text))
	}
}
