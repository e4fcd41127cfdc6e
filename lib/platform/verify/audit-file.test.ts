import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "@/lib/platform/audit/schema";
import { verifyAuditFile } from "./audit-file";
import { parseVerifiable } from "./parse-file";
import { importPublicKeys } from "./signatures.mjs";
import { CHAIN, chainOf, HEADS, headOf, signer, WORKSPACE } from "./testing/audit-chain";
import { createSigner } from "./testing/signer";

const RUNS = 30;
/** For cases with several edited entries: each of them costs some thousand hashes. */
const FEW_RUNS = 8;

async function verify(entries: readonly AuditEntry[], heads = HEADS, pem = signer.pem) {
  const checks = await verifyAuditFile(
    { workspaceId: WORKSPACE, entries, heads },
    await importPublicKeys(pem),
  );
  return Object.fromEntries(checks.map(({ name, ...check }) => [name, check]));
}

it("passes each check of a whole log, in any order, and counts what no head confirms", async () => {
  const checks = await verify([...CHAIN].reverse());
  expect(Object.values(checks).map(({ status }) => status)).toEqual(Array(6).fill("passed"));
  expect(checks.chain?.count).toBe(CHAIN.length);
  expect(checks.signatures?.count).toBe(2);
  expect(checks.end?.count).toBe(1);
});

describe("a changed log", () => {
  it("names the entry for each changed field", async () => {
    const change = fc.constantFrom<Partial<AuditEntry>>(
      { id: "aud_x" },
      { at: "2026-11-24T09:30:59.000Z" },
      { actor: { type: "key", id: "mem_1" } },
      { actor: { type: "member", id: "mem_2" } },
      { action: "agent.deleted" },
      { target: "agt_2" },
      { before: {} },
      { after: { name: "Größe", n: 99 } },
      { address: "192.0.2.9" },
      { request_id: "req_2" },
      { hash: "0".repeat(64) },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: CHAIN.length - 1 }), change, async (index, fields) => {
        const edited = CHAIN.map((entry, at) => (at === index ? { ...entry, ...fields } : entry));
        expect((await verify(edited)).chain).toMatchObject({
          status: "failed",
          seq: index + 1,
          problem: "edited",
        });
      }),
      // Each run searches for the entry's position, with some thousand hashes.
      { numRuns: RUNS },
    );
  });

  it("shows a removed entry, and by the signed head a cut end", async () => {
    const gap = CHAIN.filter(({ seq }) => seq !== 3);
    expect((await verify(gap)).chain).toMatchObject({ status: "failed", seq: 3, problem: "removed" });
    const shortened = await verify(CHAIN.slice(0, 4));
    expect(shortened.chain?.status).toBe("passed");
    expect(shortened.end).toMatchObject({ status: "failed", seq: 5, problem: "removed" });
  });

  it("shows that it was rewritten by a head of the original", async () => {
    const head = signer.signHead({
      workspace_id: WORKSPACE,
      seq: 5,
      hash: "f".repeat(64),
      at: "2026-11-24T10:00:00Z",
    });
    expect((await verify(CHAIN, [head])).heads).toMatchObject({
      status: "failed",
      seq: 5,
      problem: "rewritten",
    });
  });
});

it("lists each edited entry and each gap", async () => {
  const length = 30;
  const long = chainOf(length);
  const state = fc.constantFrom("intact", "intact", "edited", "removed");
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: length - 2, maxLength: length - 2 }), async (states) => {
      // The first and the last entry are intact, and so is the entry after a gap: its previous hash is missing.
      const all = ["intact", ...states, "intact"].map((value, at) =>
        value === "edited" && states[at - 2] === "removed" ? "intact" : value,
      );
      const entries = long.flatMap((entry, at) =>
        all[at] === "removed" ? [] : [all[at] === "edited" ? { ...entry, target: "agt_9" } : entry],
      );
      const expected = all.flatMap((value, at): object[] => {
        if (value === "intact" || (value === "removed" && all[at - 1] === "removed")) return [];
        const next = all.findIndex((later, index) => index > at && later !== "removed");
        return [{ seq: at + 1, problem: value, count: value === "removed" ? next - at : 1 }];
      });
      const { chain } = await verify(entries, []);
      expect(chain?.faults).toMatchObject(expected);
      expect(chain?.faultCount).toBe(expected.length);
    }),
    { numRuns: FEW_RUNS },
  );
});

it("lists an entry that a file contains twice", async () => {
  const [first, second] = CHAIN;
  if (first === undefined || second === undefined) throw new Error("The chain is empty.");
  const repeated = await verify([first, second, { ...second, target: "agt_9" }, ...CHAIN.slice(2)]);
  expect(repeated.chain?.faults).toMatchObject([{ seq: 2, problem: "reordered" }]);
});

it("follows a restore from a backup, and reports it", async () => {
  const restored = chainOf(4);
  const record = signer.signHead({
    workspace_id: WORKSPACE,
    seq: 4,
    hash: restored.at(-1)?.hash ?? "",
    at: "2026-11-25T10:00:00Z",
    restore: { backup_made_at: "2026-11-24T09:30:03Z", kept_seq: 2, replaced_seq: 5 },
  });
  const without = await verify(restored);
  expect(without.end).toMatchObject({ status: "failed", seq: 5, problem: "removed" });
  const checks = await verify(restored, [...HEADS, record]);
  expect(Object.values(checks).map(({ status }) => status)).toEqual(Array(6).fill("passed"));
  expect(checks.restores).toMatchObject({ count: 1, restores: [{ kept_seq: 2, replaced_seq: 5 }] });
  const changed = {
    ...record,
    restore: { ...record.restore, kept_seq: 1, replaced_seq: 5, backup_made_at: null },
  };
  expect((await verify(restored, [...HEADS, changed])).end?.status).toBe("failed");
});

it("selects the same heads from files in any order, repeated or joined", async () => {
  const at = (time: string) => ({ at: `2026-11-25T${time}:00Z` });
  const restored = chainOf(4);
  const record = signer.signHead({
    ...headOf(4),
    ...at("10:00"),
    restore: { backup_made_at: null, kept_seq: 2, replaced_seq: 5 },
  });
  const later = signer.signHead({ ...headOf(5), ...at("11:00") });
  const heads = [...HEADS, record, later];
  const lines = fc.shuffledSubarray([...heads, ...heads], { minLength: heads.length });
  await fc.assert(
    fc.asyncProperty(lines, async (selection) => {
      // A record does not replace a head that was signed after it: the entry of that head is missing.
      const { end } = await verify(restored, [...selection, later, record]);
      expect(end).toMatchObject({ status: "failed", seq: 5 });
    }),
    { numRuns: RUNS },
  );
});

it("keeps the heads from before the backup in force", async () => {
  const record = signer.signHead({
    ...headOf(6),
    at: "2026-11-26T10:00:00Z",
    restore: { backup_made_at: "2026-11-25T00:00:00Z", kept_seq: 0, replaced_seq: 5 },
  });
  const foreign = { ...headOf(2), hash: "f".repeat(64) };
  const checks = await verify(CHAIN, [signer.signHead(foreign), record]);
  expect(checks.heads).toMatchObject({ status: "failed", seq: 2, problem: "rewritten" });
});

it("fails heads that were changed or that another key signed", async () => {
  const forged = { ...headOf(5), at: "2026-11-25T10:00:00Z" };
  expect((await verify(CHAIN, [headOf(2), forged])).signatures).toMatchObject({ status: "failed", seq: 5 });
  expect((await verify(CHAIN, HEADS, createSigner().pem)).signatures?.status).toBe("failed");
  const foreign = HEADS.map((head) => ({ ...head, workspace_id: "ws_2" }));
  expect((await verify(CHAIN, foreign)).signatures?.status).toBe("skipped");
});

it("verifies a part of a log from its second entry on, and says so", async () => {
  const part = await verify(CHAIN.slice(2));
  expect(part.start).toMatchObject({ status: "skipped", seq: 3 });
  expect(part.chain?.status).toBe("passed");
  const edited = CHAIN.slice(2).map((entry) => (entry.seq === 4 ? { ...entry, target: "agt_9" } : entry));
  expect((await verify(edited)).chain).toMatchObject({ status: "failed", seq: 4 });
});

it("recognizes exports and heads, and names the first line that is neither", () => {
  const lines = CHAIN.map((entry) => JSON.stringify(entry));
  expect(parseVerifiable(lines.join("\n"))).toEqual({ kind: "audit", entries: CHAIN });
  expect(parseVerifiable(`${JSON.stringify(HEADS[0])}\n${JSON.stringify(HEADS[1])}\n`)).toEqual({
    kind: "heads",
    heads: HEADS,
  });
  expect(parseVerifiable(JSON.stringify({ algorithm: "Ed25519", data: HEADS }))).toEqual({
    kind: "heads",
    heads: HEADS,
  });
  expect(parseVerifiable([...lines.slice(0, 2), "{"].join("\n"))).toEqual({ kind: "unknown", line: 3 });
});
