import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
/** Enough contacts for two restarts of the database and an opt-out. About a minute on an idle machine. */
const CONTACTS = "60";
/** Time limit of the process. A run without progress ends earlier and reports the cause. */
const HANGS_MS = 1_200_000;

it(
  "a campaign whose workers are killed, whose database is restarted and whose window closes keeps every promise",
  async () => {
    // A separate cluster, as a restart of the shared one would affect other tests.
    const { DATABASE_URL: _, DATABASE_DIRECT_URL: __, DATA_DIR: ___, ...env } = process.env;
    const run = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "run.ts"), CONTACTS], {
      cwd: ROOT,
      env,
    });
    let output = "";
    for (const stream of [run.stdout, run.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
      });
    const [code] = await once(run, "exit");
    expect(code, output).toBe(0);
  },
  HANGS_MS,
);
