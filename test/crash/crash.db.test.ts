import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
/** Enough that the database is restarted twice, and that somebody asks to be left alone. About a minute on a quiet machine. */
const CONTACTS = "60";
/** A run in which nothing moves ends by itself and says what hangs; this one is for a run that cannot even do that. */
const HANGS_MS = 1_200_000;

it(
  "a campaign whose workers are killed, whose database is restarted and whose window closes keeps every promise",
  async () => {
    // A cluster of its own, as restarting the one of all tests would reach into theirs.
    const { DATABASE_URL: _, DATA_DIR: __, ...env } = process.env;
    const run = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "run.ts"), CONTACTS], {
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
