import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Cluster } from "./cluster";

const BYTES_PER_GB = 1e9;
const ROW_BYTES = 8_000;

/** Lines of COPY with random bytes, which do not compress, like the sealed values that Parley stores. */
function* randomLines(count: number): Generator<string> {
  for (let n = 0; n < count; n++) yield `\\\\x${randomBytes(ROW_BYTES).toString("hex")}\n`;
}

/** Fills the table `drill.recovery_filler` with this many gigabytes. */
export async function fill(cluster: Cluster, gigabytes: number): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  await client.connect();
  try {
    await client.query("create schema drill");
    await client.query(
      "create table drill.recovery_filler (n bigint generated always as identity, bytes bytea)",
    );
    await client.query("alter table drill.recovery_filler alter column bytes set storage external");
    const lines = Readable.from(randomLines(Math.round((gigabytes * BYTES_PER_GB) / ROW_BYTES)));
    await pipeline(lines, client.query(copyFrom("copy drill.recovery_filler (bytes) from stdin")));
  } finally {
    await client.end();
  }
}
