import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseVerifiable } from "./parse-file";
import { verifyReceipt } from "./receipt.mjs";
import { importPublicKeys } from "./signatures.mjs";
import { createSigner } from "./testing/signer";

const signer = createSigner();
const AT = "2026-11-24T09:30:00.000Z";
const REMOVED = { calls: 3, transcripts: 2, recordings: 1, variables: 3, campaign_variables: 0, texts: 4 };
const RECEIPT = signer.signReceipt({
  kind: "parley erasure receipt",
  version: 1,
  deletion_id: "del_1",
  workspace_id: "ws_1",
  environment: "live",
  requested_at: AT,
  completed_at: AT,
  removed: { ...REMOVED, callbacks: 0, search_hashes: 12, keys: 3, bytes: 4_096 },
  verified: { at: AT, passes: 2, remaining: 0 },
  data_backups_expire_by: AT,
  key_backups_expire_by: AT,
});

const check = async (receipt: unknown, pem = signer.pem) =>
  verifyReceipt(receipt, await importPublicKeys(pem));
const failedIn = async (receipt: unknown) =>
  (await check(receipt)).filter(({ status }) => status === "failed").map(({ name }) => name);

/** Every field with its path. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]));
}

function changed(value: unknown, [name, ...path]: string[], to: unknown): unknown {
  if (name === undefined) return to;
  const record = value as Record<string, unknown>;
  return { ...record, [name]: changed(record[name], path, to) };
}
const valueAt = (path: string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], RECEIPT);

it("passes each check of an unchanged receipt, in any order of its fields", async () => {
  const names = ["format", "key", "signature", "result"];
  const passed = names.map((name) => ({ name, status: "passed", fields: [], keyId: null }));
  expect(await check(RECEIPT)).toEqual(passed);
  expect(await check(Object.fromEntries(Object.entries(RECEIPT).reverse()))).toEqual(passed);
  // The answer of the API, whose text has the key's line breaks escaped.
  expect(await check(RECEIPT, JSON.stringify({ public_key: signer.pem }))).toEqual(passed);
});

describe("a changed receipt fails a check", () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(AT));
  it("for each field", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pathsOf(RECEIPT)), leaf, async (path, to) => {
        fc.pre(!Object.is(to, valueAt(path)) && !Object.is(to, -0));
        expect(await failedIn(changed(RECEIPT, path, to))).not.toEqual([]);
      }),
    );
  });

  it("also by one character of a text", async () => {
    const texts = pathsOf(RECEIPT).filter((path) => typeof valueAt(path) === "string");
    const alphabet = fc.constantFrom(..."0123456789abcdefABCDEF_-Z");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.nat(), alphabet, async (path, at, char) => {
        const text = String(valueAt(path));
        const index = at % text.length;
        fc.pre(text[index] !== char);
        const edited = text.slice(0, index) + char + text.slice(index + 1);
        expect(await failedIn(changed(RECEIPT, path, edited))).not.toEqual([]);
      }),
    );
  });

  it("if a field is added or left out, and names the field", async () => {
    for (const path of pathsOf(RECEIPT)) {
      const parent = path.slice(0, -1);
      const { [path.at(-1) ?? ""]: _, ...fields } = valueAt(parent) as Record<string, unknown>;
      const [format] = await check(changed(RECEIPT, parent, fields));
      expect(format).toMatchObject({ name: "format", status: "failed" });
      if (path[0] !== "kind") expect(format?.fields).toEqual([path.join(".")]);
    }
    expect((await check({ ...RECEIPT, contact: "Ada" }))[0]?.fields).toEqual(["contact"]);
  });
});

it("names the key of a receipt that another installation signed", async () => {
  const otherInstallation = createSigner();
  const checks = await check(RECEIPT, otherInstallation.pem);
  expect(checks[1]).toEqual({ name: "key", status: "failed", fields: [], keyId: signer.keyId });
  expect(checks[2]?.status).toBe("skipped");
  expect(await check(RECEIPT, `${otherInstallation.pem}\n${signer.pem}`)).toEqual(await check(RECEIPT));
});

it("does not accept data that remained, though it was signed", async () => {
  const { signature: _, ...facts } = RECEIPT;
  const receipt = signer.signReceipt({ ...facts, verified: { ...facts.verified, remaining: 1 } });
  expect((await check(receipt)).at(-1)).toMatchObject({ status: "failed", fields: ["verified.remaining"] });
});

it("is recognized in a file, also in one of the installation", () => {
  expect(parseVerifiable(JSON.stringify(RECEIPT, null, 2))).toEqual({ kind: "receipt", receipt: RECEIPT });
  const stored = JSON.stringify({ receipt: RECEIPT, target: "sealed" });
  expect(parseVerifiable(stored)).toEqual({ kind: "receipt", receipt: RECEIPT });
  for (const text of ["", "{}", "id,at\n1,2", '{"kind":"invoice"}', "[]"])
    expect(parseVerifiable(text)).toEqual({ kind: "unknown", line: 1 });
});
