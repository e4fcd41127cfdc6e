import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";
import { cleanEnv } from "@/bench/processes";
import { startDatabase } from "../../scripts/database.mjs";
import type { BackupRepository } from "./pgbackrest";

const run = promisify(execFile);
export const ROOT = join(import.meta.dirname, "..", "..");
const TSX = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
const SCRIPT_TIMEOUT_MS = 600_000;

/** Opens the cluster with the settings that archive its log, and with `extra` ones. */
export const openCluster = (folder: string, { settings }: BackupRepository, extra = {}) =>
  startDatabase({
    dir: join(folder, "pg"),
    logFile: join(folder, "postgres.log"),
    settings: { ...settings, ...extra },
  });
export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** Kills the server without warning and deletes its data, as the loss of a disk does. */
export async function destroyCluster(folder: string, cluster: Cluster): Promise<void> {
  process.kill(cluster.pid as number, "SIGKILL");
  // The server's processes notice its end within a moment.
  for (let attempt = 0; cluster.alive() && attempt < 200; attempt++)
    await new Promise((done) => setTimeout(done, 100));
  rmSync(join(folder, "pg", "data"), { recursive: true, force: true });
}

/** Runs statements as the superuser in the product's database. Returns the rows of the last one. */
export async function asSuperuser(
  cluster: Cluster,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

const productEnv = (folder: string, { url }: Cluster) =>
  cleanEnv({ DATABASE_URL: url, DATA_DIR: join(folder, "data") });

/** Runs a program of the product to its end. Returns its output and exit code. */
export async function runProduct(folder: string, cluster: Cluster, ...args: string[]) {
  try {
    const { stdout } = await run(process.execPath, [TSX, ...args], {
      cwd: ROOT,
      env: productEnv(folder, cluster),
      timeout: SCRIPT_TIMEOUT_MS,
    });
    return { code: 0, output: stdout.trim() };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: `${stdout}${stderr}`.trim() };
  }
}

/** An entry that the database confirmed: its position, and the time in ms. */
type Confirmed = { seq: number; at: number };

/** Starts the process that writes entries. `last()` is the newest confirmed one. */
export function startWriter(folder: string, cluster: Cluster, workspaceId: string) {
  const child: ChildProcess = spawn(process.execPath, [TSX, "test/recovery/writer.ts", workspaceId], {
    cwd: ROOT,
    env: productEnv(folder, cluster),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const confirmed: Confirmed[] = [];
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on("line", (line) => {
      const entry: Partial<Confirmed> = JSON.parse(line);
      // Lines of the log are JSON too.
      if (entry.seq !== undefined && entry.at !== undefined) confirmed.push({ seq: entry.seq, at: entry.at });
    });
  const exit = once(child, "exit");
  return {
    confirmed,
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await exit;
    },
  };
}
