import { spawn } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { directUrl } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

/** Time limit for three processes that each compile their sources, while other tests run. */
const SEVERAL_PROCESSES_MS = 60_000;

let whole: TestWorkspace;
let broken: TestWorkspace;
beforeAll(async () => {
  [whole, broken] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  const owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
  await owner.query("alter table audit_events disable trigger user, no force row level security");
  await owner.query("update audit_events set action = 'key.created' where workspace_id = $1 and seq = 1", [
    broken.workspaceId,
  ]);
  await owner.query("alter table audit_events enable trigger user, force row level security");
  await owner.end();
});

const running: Promise<unknown>[] = [];
afterAll(() => Promise.all(running));

function verify(...args: string[]) {
  const done = new Promise<{ code: number | null; lines: string[] }>((resolve) => {
    const child = spawn(process.execPath, ["--import", "tsx", join("bin", "audit-verify.ts"), ...args], {
      cwd: join(import.meta.dirname, ".."),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let stdout = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.on("close", (code) => resolve({ code, lines: stdout.trim().split("\n").sort() }));
  });
  running.push(done);
  return done;
}

test("prints a line per workspace, names the invalid entry and exits with 1", {
  timeout: SEVERAL_PROCESSES_MS,
}, async () => {
  const all = await verify();
  expect(all.code).toBe(1);
  expect(all.lines).toHaveLength(3);
  expect(all.lines).toContainEqual(
    expect.stringMatching(
      new RegExp(`^${whole.workspaceId} valid, \\d+ entries, head [0-9a-f]{64}, last entry \\S+$`),
    ),
  );
  expect(all.lines).toContainEqual(
    expect.stringMatching(new RegExp(`^${broken.workspaceId} NOT VALID, 1 fault$`)),
  );
  expect(all.lines).toContainEqual(expect.stringMatching(/^ *entry 1 \(aud_\w+\): edited$/));
  const single = await verify("--workspace", whole.workspaceId);
  expect(single).toMatchObject({ code: 0, lines: [expect.stringContaining("valid")] });
  expect((await verify("--workspace", "ws_none")).code).toBe(2);
});
