import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Bucket } from "@/lib/platform/storage/s3";
import { startDatabase } from "../../scripts/database.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
const TSX = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
/** Eight processes with their pools, jobs and live events open up to 140 connections. */
const MAX_CONNECTIONS = "300";

/** Starts PostgreSQL and the stand-in for an S3-compatible service, each in its process. `folder` is for their files. */
export async function startServices(folder: string) {
  const database = await startDatabase({
    dir: join(folder, "pg"),
    logFile: join(folder, "postgres.log"),
    settings: { fsync: "off", full_page_writes: "off", max_connections: MAX_CONNECTIONS },
  });
  const s3 = spawn(process.execPath, [TSX, join(import.meta.dirname, "s3.ts")], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(s3, "exit");
  const first = await Promise.race([once(s3.stdout, "data"), exited]);
  const stop = async (): Promise<void> => {
    s3.stdin.end();
    await exited;
    await database.stop();
  };
  if (!Buffer.isBuffer(first[0])) {
    await stop();
    throw new Error("The stand-in for S3 did not start.");
  }
  return { databaseUrl: database.url, bucket: JSON.parse(first[0].toString()) as Bucket, stop };
}
export type Services = Awaited<ReturnType<typeof startServices>>;
