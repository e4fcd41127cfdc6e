import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { isAlive } from "./testing/is-alive.mjs";

/** Each test starts two processes, possibly on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });
const PRELOAD = pathToFileURL(join(import.meta.dirname, "child.mjs")).href;

/** A supervisor that starts one supervised process, writes its PID to `pid`, and is killed at once. */
const SUPERVISOR = `
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const child = spawn(process.execPath, ["--import", ${JSON.stringify(PRELOAD)}, "role.mjs"], {
  env: { ...process.env, PARLEY_SUPERVISED: "1" },
  stdio: ["ignore", "ignore", "ignore", "ipc"],
  detached: true,
});
writeFileSync("pid", String(child.pid));
process.kill(process.pid, "SIGKILL");
`;

test("a process whose supervisor is killed while the process starts exits", async () => {
  const folder = mkdtempSync(join(process.env.PARLEY_TEST_FOLDER, "parley-orphan-"));
  writeFileSync(join(folder, "supervisor.mjs"), SUPERVISOR);
  writeFileSync(join(folder, "role.mjs"), "setInterval(() => {}, 1000);");
  const supervisor = spawn(process.execPath, ["supervisor.mjs"], { cwd: folder, stdio: "ignore" });
  await new Promise((done) => supervisor.once("close", done));
  const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
  try {
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 });
  } finally {
    if (isAlive(pid)) process.kill(pid, "SIGKILL");
  }
});
