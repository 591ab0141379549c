// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

type object = map[string]interface{}

func container(number, variables int) object {
	env := []object{}
	for i := 0; i < variables; i++ {
		env = append(env, object{"name": fmt.Sprintf("SERVICE_%d_ADDRESS", i),
			"value": fmt.Sprintf("http://service-%d.apps.svc.cluster.local:8080/v1", i)})
	}
	return object{
		"name": fmt.Sprintf("app-%d", number), "image": "registry.example.com/team/app:1.2.3",
		"args": []string{"--config=/etc/app/config.yaml", "--listen=:8080"}, "env": env,
		"ports":           []object{{"containerPort": 8080, "protocol": "TCP", "name": "http"}},
		"resources":       object{"limits": object{"cpu": "1500m", "memory": "512Mi"}, "requests": object{"cpu": "100m", "memory": "128Mi"}},
		"volumeMounts":    []object{{"name": "config", "mountPath": "/etc/app", "readOnly": true}},
		"readinessProbe":  object{"httpGet": object{"path": "/readyz", "port": "http", "scheme": "HTTP"}, "periodSeconds": 10},
		"securityContext": object{"allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true},
	}
}

// A review as an API server sends it: up to 12 containers, then longer environments.
func realistic(size int) []byte {
	count := size/1600 + 1
	if count > 12 {
		count = 12
	}
	for variables := 2; ; variables += 1 + variables/8 {
		var containers []object
		for i := 0; i < count; i++ {
			containers = append(containers, container(i, variables))
		}
		review := object{"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": object{
			"uid": "705ab4f5-6393-11e8-b7cc-42010a800002", "namespace": "apps", "operation": "CREATE", "dryRun": false,
			"kind":     object{"group": "", "version": "v1", "kind": "Pod"},
			"resource": object{"group": "", "version": "v1", "resource": "pods"},
			"userInfo": object{"username": "system:serviceaccount:kube-system:replicaset-controller",
				"groups": []string{"system:serviceaccounts", "system:authenticated"}},
			"object": object{"apiVersion": "v1", "kind": "Pod", "metadata": object{"generateName": "app-7d9c5b4f6c-",
				"namespace": "apps", "labels": object{"app": "app", "pod-template-hash": "7d9c5b4f6c"},
				"annotations": object{"prometheus.io/scrape": "true"}},
				"spec": object{"serviceAccountName": "app", "restartPolicy": "Always", "containers": containers,
					"volumes": []object{{"name": "config", "configMap": object{"name": "app"}}}}},
			"oldObject": nil, "options": object{"kind": "CreateOptions", "apiVersion": "meta.k8s.io/v1"}}}
		text, err := json.Marshal(review)
		must(err)
		if len(text) >= size*9/10 {
			return text
		}
	}
}

func bodyMain(arguments []string) {
	flags := flag.NewFlagSet("body", flag.ExitOnError)
	size := flags.Int("size", 2000, "bytes, about")
	must(flags.Parse(arguments))
	_, err := os.Stdout.Write(realistic(*size))
	must(err)
}
