import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
/** A run has its own limit; this one is for a run that hangs beyond it. */
const HANGS_MS = 480_000;

it(
  "a campaign whose workers are killed, whose database is restarted and whose window closes keeps every promise",
  async () => {
    // A cluster of its own, as restarting the one of all tests would reach into theirs.
    const { DATABASE_URL: _, DATA_DIR: __, ...env } = process.env;
    const run = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "run.ts"), "100"], {
      cwd: ROOT,
      env,
    });
    let said = "";
    for (const stream of [run.stdout, run.stderr])
      stream.on("data", (chunk) => {
        said += chunk;
      });
    const [code] = await once(run, "exit");
    expect(code, said).toBe(0);
  },
  HANGS_MS,
);
