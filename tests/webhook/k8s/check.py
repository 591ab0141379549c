# SPDX-License-Identifier: MIT
"""Holds the patches of $CLIMITS against programs that are not ours; see run."""

import base64
import copy
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import pods

CLIMITS = os.environ["CLIMITS"]
TOOLS = os.environ["K8S_TOOLS"]
GENERATED = int(os.environ.get("K8S_CASES", "200"))
# kubectl takes a process a time.
BY_KUBECTL = int(os.environ.get("K8S_KUBECTL_CASES", "25"))
counts = {"passed": 0, "failed": 0, "skipped": 0}


def check(good, name, why=""):
    counts["passed" if good else "failed"] += 1
    if not good:
        print(f"FAILED: {name} {why}")


def skip(why, number=1):
    counts["skipped"] += number
    for _ in range(number):
        print(f"skip: {why}")


def exact(text):
    """Fractions and exponents keep their digits, integers have all of theirs."""
    return json.loads(text, parse_float=str)


def climits(arguments, text):
    done = subprocess.run([CLIMITS, *arguments], input=text, capture_output=True, text=True,
                          check=True)
    return done.stdout


def review(item):
    group, _, version = item["apiVersion"].rpartition("/")
    kind = {"group": group, "version": version, "kind": item["kind"]}
    return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
            "request": {"uid": "u", "kind": kind, "operation": "CREATE", "object": item}}


def lint_reply(name, text):
    """What the API server's dispatcher asks of a reply; the patch in it."""
    reply = json.loads(text)
    response = reply["response"]
    check(reply["apiVersion"] == "admission.k8s.io/v1" and reply["kind"] == "AdmissionReview" and
          response["uid"] == "u" and response["allowed"] is True, f"{name}: reply")
    check(("patch" in response) == ("patchType" in response), f"{name}: patch and patchType")
    warnings = response.get("warnings", [])
    check(len(warnings) <= 10 and all(0 < len(w) <= 120 for w in warnings), f"{name}: warnings")
    return json.loads(base64.b64decode(response.get("patch", "W10="), validate=True))


def template_of(item):
    for key in ("spec", "jobTemplate", "spec", "template"):
        if key in item and "containers" not in item.get("spec", {}):
            item = item[key]
    return item


def without_ours(text):
    """An item less env, our annotation and what is empty without it: the rest must stay."""
    item = exact(text)
    pod = template_of(item)
    metadata = pod.get("metadata") or {}
    annotations = metadata.get("annotations") or {}
    annotations.pop("climits/injected", None)
    if not annotations:
        metadata.pop("annotations", None)
    if not metadata:
        pod.pop("metadata", None)
    for name in ("containers", "initContainers"):
        for container in pod["spec"].get(name, []):
            container.pop("env", None)
    return item


def check_patch(name, patch):
    check(all(o["op"] in ("add", "replace") for o in patch), f"{name}: operations")
    check(all("/env" in o["path"] or "/metadata" in o["path"] for o in patch), f"{name}: paths")


def make_case(name, item):
    text = json.dumps(item, indent=2)
    case = {"name": name, "text": text, "object": item, "exact": exact(text)}
    case["patch"] = lint_reply(name, climits(["review"], json.dumps(review(item))))
    case["manifest"] = climits(["patch"], text)
    check_patch(name, case["patch"])
    printed = climits(["patch", "-o", "jsonpatch"], text)
    check(json.loads(printed) == case["patch"], f"{name}: review and patch agree")
    again = climits(["patch", "-o", "jsonpatch"], case["manifest"])
    check(again == "[]\n", f"{name}: nothing to do the second time", again)
    return case


def row_cases():
    """The rows' objects, patches and results as they are on paper."""
    for path in sorted(glob.glob("tests/webhook/rows/**/patched.json", recursive=True)):
        where = os.path.dirname(path)
        with open(f"{where}/in.json", encoding="utf-8") as file:
            text = file.read()
        with open(f"{where}/patch.json", encoding="utf-8") as file:
            patch = json.load(file)
        with open(path, encoding="utf-8") as file:
            yield {"name": where.split("rows/")[1], "patch": patch, "manifest": file.read(),
                   "object": json.loads(text)["request"]["object"],
                   "exact": exact(text)["request"]["object"]}


def by_jsonpatch(cases):
    try:
        import jsonpatch
    except ImportError:
        skip("no jsonpatch for Python")
        return
    for case in cases:
        item = copy.deepcopy(case["exact"])
        try:
            result = jsonpatch.apply_patch(item, copy.deepcopy(case["patch"]))
        except jsonpatch.JsonPatchException as error:
            result = str(error)
        check(result == exact(case["manifest"]), f"{case['name']}: jsonpatch")


def by_node(cases):
    if not shutil.which("node") or not os.path.isdir(f"{TOOLS}/node_modules/kubernetes-models"):
        skip("no node with fast-json-patch, rfc6902, kubernetes-models", 3)
        return
    lines = "".join(json.dumps({"object": c["object"], "patch": c["patch"]}) + "\n" for c in cases)
    done = subprocess.run(["node", f"{TOOLS}/apply.mjs"], input=lines, capture_output=True,
                          text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    check(len(answers) == len(cases), "node answered", done.stderr[:500])
    for case, answer in zip(cases, answers):
        # Through JavaScript's numbers, as the results went.
        wanted = json.loads(case["manifest"], parse_int=float)
        for library in ("fast", "rfc"):
            got = json.loads(json.dumps(answer[library].get("result")), parse_int=float)
            check(got == wanted, f"{case['name']}: {library}", answer[library].get("error", ""))
        if answer["before"]:
            check(answer["after"], f"{case['name']}: schema")


def kubectl(arguments, item):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(json.dumps(item))
        file.flush()
        done = subprocess.run(["kubectl", *arguments, "-f", file.name, "-o", "json"],
                              capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def drop_unknown(item):
    """kubectl passes unknown members on, but numbers beyond 2^63 not exactly."""
    return json.loads(json.dumps(item, sort_keys=True), parse_int=lambda d: float(d)
                      if len(d) > 18 else int(d))


def by_kubectl(cases):
    if not shutil.which("kubectl"):
        skip("no kubectl to apply patches")
        skip("no kubectl to decode the results")
        return
    for case in cases:
        name = case["name"]
        same = kubectl(["patch", "--local", "--type=json", "-p", "[]"], case["object"])
        if same is None:
            continue
        got = kubectl(["patch", "--local", "--type=json", "-p", json.dumps(case["patch"])],
                      case["object"])
        check(got is not None and drop_unknown(got) == drop_unknown(json.loads(case["manifest"])),
              f"{name}: kubectl patch")
        decode = ["set", "env", "--local", "DECODED=1"]
        if kubectl(decode, case["object"]) is not None:
            check(kubectl(decode, json.loads(case["manifest"])) is not None,
                  f"{name}: typed decode")


def build_policy():
    """The API server's own policy engine; minutes the first time, None where it cannot be built."""
    program = os.path.abspath(f"{TOOLS}/policy")
    if not shutil.which("go"):
        return None
    done = subprocess.run(["timeout", "500", "go", "build", "-o", program, "."],
                          cwd="tests/webhook/k8s/policy", capture_output=True, check=False)
    return program if done.returncode == 0 else None


def plain_pods():
    """Pods without what the policy leaves to the webhook, and that the API server would take."""
    for seed in range(GENERATED):
        pod = pods.item(seed)
        if pod["kind"] != "Pod":
            continue
        pod["metadata"].pop("annotations", None)
        pod["spec"].pop("resources", None)
        pod["spec"].pop("os", None)
        for container in pod["spec"]["containers"] + pod["spec"].get("initContainers", []):
            container.pop("unknownMember", None)
            limits = (container.get("resources") or {}).get("limits", {})
            container["resources"] = {"limits": {k: v for k, v in limits.items()
                                                 if v not in ("abc", "-1", True, None)}}
        yield pod


def environments(pod):
    spec = pod["spec"]
    return [[(e["name"], e.get("value", "")) for e in c.get("env") or []]
            for c in (spec.get("initContainers") or []) + spec["containers"]]


def by_policy():
    program = build_policy()
    if not program:
        skip("no go that builds the API server's policy engine")
        return
    for options in ([], ["--round", "ceil", "--memory-ratio", "0.75"]):
        cases = list(plain_pods())
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(climits(["policy", *options], ""))
            file.flush()
            lines = "".join(json.dumps(pod) + "\n" for pod in cases)
            done = subprocess.run([program, file.name], input=lines, capture_output=True,
                                  text=True, check=False)
        results = [json.loads(line) for line in done.stdout.splitlines()]
        check(len(results) == len(cases) > 0, "policy answered", done.stderr[-500:])
        for pod, result in zip(cases, results):
            wanted = json.loads(climits(["patch", "--no-record", *options], json.dumps(pod)))
            check("spec" in result and environments(result) == environments(wanted),
                  f"{pod['metadata']['name']}: policy", result.get("error", ""))


def main():
    generated = [make_case(f"seed {seed}", pods.item(seed)) for seed in range(GENERATED)]
    for case in generated:
        check(without_ours(case["text"]) == without_ours(case["manifest"]),
              f"{case['name']}: nothing else changed")
    rows = list(row_cases())
    patched = [c for c in generated if c["patch"]]
    check(len(patched) > GENERATED / 3, "enough of the items got a patch", str(len(patched)))
    by_jsonpatch(generated + rows)
    by_node(generated + rows)
    by_kubectl((rows + patched)[:: max(1, (len(rows) + len(patched)) // BY_KUBECTL)])
    by_policy()
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))
    return counts["failed"] > 0


if __name__ == "__main__":
    sys.exit(main())
