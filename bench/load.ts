// The process that sends requests, told by its parent which and for how long. It is one of its own, so that its work is
// not counted as the server's.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import { CASES, type Case, type CaseName } from "./cases";
import type { Fixture, SeededWorkspace } from "./fixture";

/** Requests that a key sends before the next key takes its place: fewer than its window holds, so that none is refused. */
const PER_KEY = 100;

/** A pages' job has a `cookie`, every other one a case whose requests the seeded keys send. */
export type Job = {
  origin: string;
  fixture: string;
  connections: number;
  /** The job ends after this time, or before once it has sent `requests`. */
  seconds: number;
  requests?: number;
} & ({ name: CaseName } | { page: string; cookie: string });

/** What came of a job. Times are milliseconds, `bytes` those of one answer's body. */
export type Sent = { requests: number; perS: number; p50Ms: number; p99Ms: number; bytes: number };
export type Told = { sent: Sent } | { failed: string };

type Client = { headers: Record<string, string>; paths: readonly string[] };
type Entry = { key: string; workspace: SeededWorkspace };
/** Every key of the data, workspace by workspace in turn. It goes on where the last job has stopped. */
type Ring = { entries: Entry[]; at: number };

const rings = new Map<string, Ring>();
const pools = new Map<string, Pool>();

function ringOf({ origin, fixture }: Job): Ring {
  const kept = rings.get(origin);
  if (kept !== undefined) return kept;
  const { workspaces } = JSON.parse(readFileSync(fixture, "utf8")) as Fixture;
  const most = Math.max(...workspaces.map(({ keys }) => keys.length));
  const entries: Entry[] = [];
  for (let n = 0; n < most; n++) {
    for (const workspace of workspaces) {
      const key = workspace.keys[n];
      if (key !== undefined) entries.push({ key, workspace });
    }
  }
  const ring = { entries, at: 0 };
  rings.set(origin, ring);
  return ring;
}

function poolOf({ origin, connections }: Job): Pool {
  const kept = pools.get(origin) ?? new Pool(origin, { connections, pipelining: 1 });
  pools.set(origin, kept);
  return kept;
}

/** The next key's client; for a page, the one person. */
function nextClient(job: Job): Client {
  if ("page" in job) return { headers: { cookie: job.cookie }, paths: [job.page] };
  const ring = ringOf(job);
  const entry = ring.entries[ring.at++ % ring.entries.length];
  if (entry === undefined) throw new Error("The data has no keys.");
  return {
    headers: { authorization: `Bearer ${entry.key}`, "content-type": "application/json" },
    paths: CASES[job.name].paths(entry.workspace),
  };
}

async function run(job: Job): Promise<Sent> {
  const pool = poolOf(job);
  const { method, body }: Pick<Case, "method" | "body"> = "page" in job ? { method: "GET" } : CASES[job.name];
  const began = performance.now();
  const ends = began + job.seconds * 1_000;
  const most = job.requests ?? Number.POSITIVE_INFINITY;
  const waits: number[] = [];
  let asked = 0;
  let bytes = 0;
  const one = async () => {
    let client = nextClient(job);
    for (let n = 0; asked < most && performance.now() < ends; n++) {
      asked += 1;
      if (n > 0 && n % PER_KEY === 0) client = nextClient(job);
      const path = client.paths[n % client.paths.length] ?? "/";
      const from = performance.now();
      const answer = await pool.request({ path, method, headers: client.headers, body: body ?? null });
      const text = await answer.body.arrayBuffer();
      waits.push(performance.now() - from);
      bytes += text.byteLength;
      if (answer.statusCode >= 300)
        throw new Error(`${answer.statusCode} for ${path}: ${Buffer.from(text).toString().slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: job.connections }, one));
  const tookS = (performance.now() - began) / 1_000;
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  return {
    requests: waits.length,
    perS: waits.length / tookS,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    bytes: bytes / waits.length,
  };
}

process.on("message", (job: Job) => {
  run(job).then(
    (sent) => process.send?.({ sent } satisfies Told),
    (error: Error) => process.send?.({ failed: error.message } satisfies Told),
  );
});
process.on("disconnect", () => process.exit(0));
