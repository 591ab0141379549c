# SPDX-License-Identifier: MIT
"""Pods and workloads by chance: the same ones for the same seed."""

import random

QUANTITIES_CPU = ["2", "500m", "1500m", "0", "1e3", 2, 0.5, "abc", "-1", None, "+1", "0.9999"]
QUANTITIES_MEMORY = ["512Mi", "1.5Gi", "129M", "0", "1e9", 1073741824, "24Mi", "4Mi", "8Ei", True]
NAMES = ["GOMAXPROCS", "GOMEMLIMIT", "A", "PATH", "gomaxprocs", "~/x"]


def env(rng):
    kind = rng.randrange(6)
    if kind == 0:
        return {}
    if kind == 1:
        return {"env": None}
    if kind == 2:
        return {"env": []}
    entries = []
    for _ in range(rng.randrange(1, 5)):
        entry = {"name": rng.choice(NAMES)}
        if rng.randrange(4) == 0:
            entry["valueFrom"] = {"fieldRef": {"fieldPath": "metadata.name"}}
        else:
            entry["value"] = rng.choice(["", "3", "$(A)", "\u00e9 \"\\\n", "512MiB"])
        entries.append(entry)
    return {"env": entries}


def resources(rng):
    if rng.randrange(5) == 0:
        return {}
    lists = {}
    for name in ("limits", "requests"):
        values = {}
        if rng.randrange(4):
            values["cpu"] = rng.choice(QUANTITIES_CPU)
        if rng.randrange(4):
            values["memory"] = rng.choice(QUANTITIES_MEMORY)
        if rng.randrange(6):
            lists[name] = values
    return {"resources": lists}


def container(rng, name):
    made = {"name": name, "image": "registry.example/app:1", **env(rng), **resources(rng)}
    if rng.randrange(4) == 0:
        made["envFrom"] = [{"prefix": rng.choice(["", "GO", "DB_"]), "configMapRef": {"name": "c"}}]
    if rng.randrange(5) == 0:
        made["unknownMember"] = {"big": 12345678901234567890123, "list": [1, {}, []]}
    return made


def metadata(rng, name):
    made = {"name": name, "labels": {"app": name}}
    kind = rng.randrange(4)
    if kind == 1:
        made["annotations"] = {}
    elif kind == 2:
        made["annotations"] = {"a/b": "c", "climits/rounding": rng.choice(["ceil", "floor"])}
    return made


def spec(rng):
    made = {"containers": [container(rng, f"c{i}") for i in range(rng.randrange(1, 5))]}
    if rng.randrange(3) == 0:
        made["initContainers"] = [container(rng, f"i{i}") for i in range(rng.randrange(3))]
    if rng.randrange(4) == 0:
        made.update(resources(rng))
    if rng.randrange(8) == 0:
        made["os"] = {"name": "windows"}
    return made


def item(seed):
    rng = random.Random(seed)
    name = f"item-{seed}"
    pod = {"metadata": metadata(rng, name), "spec": spec(rng)}
    kind = rng.randrange(4)
    if kind == 1:
        return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name},
                "spec": {"selector": {"matchLabels": {"app": name}}, "template": pod}}
    if kind == 2:
        if rng.randrange(2):
            del pod["metadata"]
        job = {"spec": {"template": pod}}
        return {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": name},
                "spec": {"schedule": "1 * * * *", "jobTemplate": job}}
    return {"apiVersion": "v1", "kind": "Pod", **pod}
