import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VARIABLE_NAMES } from "@/lib/platform/read-env";
import type { Report } from "./doctor/report";

/** Time limit of processes that compile their sources, while other tests run. */
const PROCESSES_MS = 120_000;
const PROCESS_MS = 100_000;
const root = join(import.meta.dirname, "..");

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "doctor-process-"));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Result = { code: string | number | null; stdout: string; stderr: string };
const run = (args: string[], variables: Record<string, string>): Promise<Result> =>
  new Promise((resolve) => {
    const command = ["--import", "tsx", join("bin", "doctor.ts"), ...args];
    // A variable that the shell exports, such as SMTP_URL, would lead the checks to the network.
    const names = VARIABLE_NAMES.flatMap((name) => [name, `${name}_FILE`]);
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !names.includes(name)),
    );
    const env = { ...inherited, NODE_ENV: "test" as const, DATA_DIR: dataDir, PORT: "1", ...variables };
    execFile(
      process.execPath,
      command,
      { cwd: root, env, timeout: PROCESS_MS, killSignal: "SIGKILL" },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? null), stdout, stderr }),
    );
  });

test(
  "runs every check without a database, with an invalid environment, and writes nothing",
  async () => {
    const { code, stdout, stderr } = await run(["--json"], {
      DATABASE_URL: "postgresql://nina:hunter2hunter2@127.0.0.1:1/parley",
      S3_BUCKET: "Not A Bucket",
    });
    expect([code, stderr]).toEqual([1, ""]);
    const { result, checks } = JSON.parse(stdout) as Report;
    const statuses = Object.fromEntries(checks.map(({ name, status }) => [name, status]));
    expect(result).toBe("failed");
    expect(statuses).toMatchObject({
      environment: "failed",
      database: "failed",
      "direct connection": "failed",
      storage: "skipped",
      workers: "skipped",
      "data folder": "ok",
      mail: "skipped",
    });
    expect(stdout).not.toMatch(/nina|hunter2|Not A Bucket/);
    expect(readdirSync(dataDir)).toEqual([]);
  },
  PROCESSES_MS,
);

test(
  "reports a bare percent sign in a password, and metrics without their token",
  async () => {
    const { code, stdout, stderr } = await run(["--json"], {
      DATABASE_URL: "postgresql://parley:50%off-forever@127.0.0.1:1/parley",
      METRICS_HOST: "0.0.0.0",
    });
    expect([code, stderr]).toEqual([1, ""]);
    const { checks } = JSON.parse(stdout) as Report;
    expect(checks.find(({ name }) => name === "environment")?.summary).toContain("METRICS_TOKEN");
    expect(checks.find(({ name }) => name === "database")).toMatchObject({ status: "failed" });
    expect(stdout).not.toContain("off-forever");
  },
  PROCESSES_MS,
);

test(
  "rejects wrong arguments with exit code 2",
  async () => {
    const { code, stdout, stderr } = await run(["--everything"], {});
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Usage: npm run doctor");
  },
  PROCESSES_MS,
);
