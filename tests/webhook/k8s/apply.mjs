// SPDX-License-Identifier: MIT
//
// A case a line on standard input, {"object":...,"patch":[...]}; a line out for each: what
// fast-json-patch and rfc6902 make of it, and whether kubernetes-models takes both objects.
import { createInterface } from "node:readline";
import fast from "fast-json-patch";
import { applyPatch } from "rfc6902";
import * as core from "kubernetes-models/v1";
import * as apps from "kubernetes-models/apps/v1";
import * as batch from "kubernetes-models/batch/v1";

const groups = { v1: core, "apps/v1": apps, "batch/v1": batch };

function valid(object) {
	const Model = groups[object?.apiVersion]?.[object?.kind];

	if (!Model)
		return null;
	try {
		new Model(object).validate();
		return true;
	} catch {
		return false;
	}
}

// Each gets its own copies: both put the patch's values into the object as they are.
function byFast({ object, patch }) {
	return fast.applyPatch(object, patch, true).newDocument;
}

function byRfc({ object, patch }) {
	const failures = applyPatch(object, patch).filter(Boolean);

	if (failures.length)
		throw failures[0];
	return object;
}

function attempt(apply, line) {
	try {
		return { result: apply(JSON.parse(line)) };
	} catch (error) {
		return { error: String(error) };
	}
}

for await (const line of createInterface({ input: process.stdin })) {
	const byBoth = { fast: attempt(byFast, line), rfc: attempt(byRfc, line) };
	const before = valid(JSON.parse(line).object);
	const after = byBoth.fast.result ? valid(byBoth.fast.result) : null;

	console.log(JSON.stringify({ ...byBoth, before, after }));
}
