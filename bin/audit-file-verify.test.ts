import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHAIN, HEADS, signer, WORKSPACE } from "@/lib/platform/verify/testing/audit-chain";

/** Time limit of processes that compile their sources, while other tests run. */
const PROCESSES_MS = 60_000;
const root = join(import.meta.dirname, "..");
const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join("");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-file-"));
  const files = {
    log: lines(CHAIN),
    part: lines(CHAIN.slice(2)),
    edited: lines(CHAIN.map((entry) => (entry.seq === 3 ? { ...entry, target: "agt_2" } : entry))),
    cut: lines(CHAIN.slice(0, 4)),
    heads: lines(HEADS),
    key: signer.pem,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Result = { code: number; stdout: string; stderr: string };
/** Runs the command without a database: its address leads nowhere. */
const run = (...args: string[]): Promise<Result> =>
  new Promise((resolve) => {
    const command = ["--import", "tsx", join("bin", "audit-file-verify.ts"), ...args];
    const env = { ...process.env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    execFile(process.execPath, command, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
const verify = (name: string, { isSigned = true } = {}) =>
  run(
    ...[join(folder, name), "--workspace", WORKSPACE],
    ...(isSigned ? ["--heads", join(folder, "heads"), "--key", join(folder, "key")] : []),
  );

it("confirms an exported log with its signed heads", { timeout: PROCESSES_MS }, async () => {
  expect(await verify("log")).toEqual({
    code: 0,
    stderr: "",
    stdout: [
      "start passed",
      `chain passed, ${CHAIN.length} entries`,
      `signatures passed, ${HEADS.length} heads`,
      "restores passed",
      `heads passed, ${HEADS.length} heads`,
      "end passed, 1 entries after the last signed head",
      "valid\n",
    ].join("\n"),
  });
});

it("names an edited entry and one that is missing at the end", { timeout: PROCESSES_MS }, async () => {
  const [edited, cut] = await Promise.all([verify("edited"), verify("cut")]);
  expect([edited.code, edited.stdout]).toEqual([1, expect.stringContaining("chain failed, entry 3, edited")]);
  expect([cut.code, cut.stdout]).toEqual([1, expect.stringContaining("end failed, entry 5, removed")]);
  expect(cut.stdout).toMatch(/NOT VALID\n$/);
});

it("says what it cannot check without heads, or in a part of a log", { timeout: PROCESSES_MS }, async () => {
  const [unsigned, part] = await Promise.all([verify("log", { isSigned: false }), verify("part")]);
  expect([unsigned.code, unsigned.stdout]).toEqual([0, expect.stringContaining("signatures skipped")]);
  expect(unsigned.stdout).toMatch(/not all was checked\n$/);
  expect(part.stdout).toContain("start skipped, the file begins with entry 3");
});

it("explains wrong usage", { timeout: PROCESSES_MS }, async () => {
  const [bare, unknown] = await Promise.all([run(join(folder, "log")), verify("key")]);
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining("Usage: npm run audit:verify-file")]);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringContaining("is not a file of audit entries"),
  ]);
});
