// The process that sends requests as its parent commands. It is a separate process, so that its CPU time is not counted as
// the server's.
import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import { CASES, type Case, type CaseName } from "./cases";
import { readFixture, type SeededWorkspace } from "./fixture";

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

/** Result of a command. Times are in milliseconds, `bytes` is the size of one response body. */
export type Sent = { requests: number; perS: number; p50Ms: number; p99Ms: number; bytes: number };
export type LoadReply = { sent: Sent } | { failed: string };

type Client = { headers: Record<string, string>; paths: readonly string[] };
type Entry = { key: string; workspace: SeededWorkspace };
/** Every API key, rotating over the workspaces. It continues where the last command stopped. */
type Ring = { entries: Entry[]; at: number };

const rings = new Map<string, Ring>();
const pools = new Map<string, Pool>();

function ringOf({ origin, fixture }: Job): Ring {
  const existingRing = rings.get(origin);
  if (existingRing !== undefined) return existingRing;
  const workspaces = readFixture(fixture)?.workspaces ?? [];
  const maxKeys = Math.max(...workspaces.map(({ keys }) => keys.length));
  const entries: Entry[] = [];
  for (let n = 0; n < maxKeys; n++) {
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
  const pool = pools.get(origin) ?? new Pool(origin, { connections, pipelining: 1 });
  pools.set(origin, pool);
  return pool;
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
  const startedAt = performance.now();
  const ends = startedAt + job.seconds * 1_000;
  const maxRequests = job.requests ?? Number.POSITIVE_INFINITY;
  const waits: number[] = [];
  let requestCount = 0;
  let bytes = 0;
  const sendRequest = async () => {
    let client = nextClient(job);
    for (let n = 0; requestCount < maxRequests && performance.now() < ends; n++) {
      requestCount += 1;
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
  await Promise.all(Array.from({ length: job.connections }, sendRequest));
  const tookS = (performance.now() - startedAt) / 1_000;
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
    (sent) => process.send?.({ sent } satisfies LoadReply),
    (error: Error) => process.send?.({ failed: error.message } satisfies LoadReply),
  );
});
process.on("disconnect", () => process.exit(0));
