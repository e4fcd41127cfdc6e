import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const TEST_TIMEOUT_MS = 60_000;
const LOG = pathToFileURL(`${import.meta.dirname}/log.ts`).href;
/** Logs when its input ends, and exits with 3. */
const SCRIPT = `
import(${JSON.stringify(LOG)}).then(({ log }) => {
  process.stdin.on("end", () => {
    log.info("before");
    log.fatal("last");
    process.exit(3);
  });
  process.stdin.resume();
  process.stderr.write("ready");
});
`;

it("lets a process exit whose standard output is closed", { timeout: TEST_TIMEOUT_MS }, async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", SCRIPT], {
    env: { ...process.env, LOG_LEVEL: "info" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  try {
    const exited = once(child, "exit");
    await once(child.stderr, "data");
    child.stdout.destroy();
    await once(child.stdout, "close");
    child.stdin.end();
    expect(await exited).toEqual([3, null]);
  } finally {
    child.kill("SIGKILL");
  }
});
