import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { createBatchLoader } from "@/lib/platform/batch-loader";
import { compileOnce } from "@/lib/platform/db";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { AppError } from "@/lib/platform/errors";
import { withTimeout } from "@/lib/platform/with-timeout";

/** `remaining` requests go before the window is full; after `resetS` seconds (at least 1) its oldest one leaves it. */
export type Decision = { admitted: boolean; remaining: number; resetS: number };

/** Decides on one request. A promise, or at once where memory knows that the window is full. */
export type Take = (key: string, limit: number) => Promise<Decision> | Decision;

/**
 * The database's clock is rounded to milliseconds, so two stamps `n` apart may be up to one less apart in truth. The
 * window is asked for longer by that one, and so is never shorter than it says.
 */
const ROUNDING_MS = 1;
/** Decisions of one round trip. More wait for the next, so that its row locks are held for some milliseconds only. */
const BATCH_LIMIT = 500;
/** Decisions that may wait in a process; beyond it the database is too slow to serve them within their time. */
const WAITING_LIMIT = 10_000;
/** Full windows kept in memory; one that is forgotten costs a round trip and nothing else. */
const FULL_LIMIT = 10_000;
/** A decision that takes longer than this is answered 503: the request would find no connection either. */
const DECISION_TIMEOUT_MS = 5_000;
/** Seconds after which a client is asked to try again: a restart of PostgreSQL takes about one. */
const RETRY_AFTER_S = 2;

type Request = { key: string; limit: number };
/** The requests of one batch that have the same key and limit, by their positions in the batch. */
type Group = Request & { positions: number[] };
type Decided = { admitted: number; used: number; oldest: number; at_ms: number };

/** Whole seconds, without the millisecond that is only there for rounding: a minute is told as 60 and not as 61. */
const seconds = (ms: number): number => Math.max(1, Math.ceil((ms - ROUNDING_MS) / 1000));

const unavailable = (cause?: unknown): AppError =>
  new AppError("limit_unavailable", { retryAfterS: RETRY_AFTER_S, ...(cause !== undefined && { cause }) });

/** By key and limit, sorted by key: in this order the rows are locked, by every process alike. */
function groupsOf(batch: readonly Request[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [position, { key, limit }] of batch.entries()) {
    const id = `${limit} ${key}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { key, limit, positions: [position] });
    else group.positions.push(position);
  }
  return [...groups.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.limit - b.limit));
}

type RateTakeInput = { keys: string[]; counts: number[]; limits: number[]; windowMs: number };
const rateTake = compileOnce(({ keys, counts, limits, windowMs }: RateTakeInput) => {
  const take = sql<Decided>`take_rate_limit(${keys}::text[], ${counts}::int[], ${limits}::int[], ${windowMs}::bigint)`;
  return plain.selectFrom(take.as("decided")).select(["admitted", "used", "oldest", "at_ms"]);
});

async function ask(groups: readonly Group[], windowMs: number): Promise<Decided[]> {
  const keys = groups.map((g) => g.key);
  const requestCounts = groups.map((g) => g.positions.length);
  const limits = groups.map((g) => g.limit);
  const [rows] = await plainBatch(rateTake({ keys, counts: requestCounts, limits, windowMs }));
  return rows;
}

/**
 * A limiter over windows of `windowMs`, shared by all processes on one database: no rolling window of a key admits
 * more than its limit. Decisions that are in flight together go out in one round trip. A window that is full is
 * answered from memory until its oldest request leaves it, which changes nothing of the outcome, as nothing else can
 * make room. When the database cannot decide, the promise rejects with `unavailable`; nothing is admitted unasked.
 * `refused` is told the key of each request that is not admitted.
 */
export function createLimiter(windowMs: number, refused: (key: string) => void = () => undefined): Take {
  const span = windowMs + ROUNDING_MS;
  const full = new Map<string, { until: number; limit: number }>();

  function remember(key: string, limit: number, until: number): void {
    const eldest = full.size < FULL_LIMIT ? undefined : full.keys().next().value;
    if (eldest !== undefined) full.delete(eldest);
    full.set(key, { until, limit });
  }

  /** The decisions on a group's requests. The first ones are admitted. */
  function settle({ key, limit, positions }: Group, decided: Decided, askedAt: number): Decision[] {
    const leftMs = decided.oldest + span - decided.at_ms;
    const before = decided.used - decided.admitted;
    // Counted from the moment of asking, which is before the database looked: memory never denies for longer than it.
    if (decided.admitted < positions.length) remember(key, limit, askedAt + leftMs);
    return positions.map((_, n) => {
      const admitted = n < decided.admitted;
      if (!admitted) refused(key);
      const used = admitted ? before + n + 1 : decided.used;
      return { admitted, remaining: Math.max(0, limit - used), resetS: seconds(leftMs) };
    });
  }

  async function decideBatch(batch: readonly Request[]): Promise<Decision[]> {
    const askedAt = performance.now();
    const groups = groupsOf(batch);
    const rows = await withTimeout(ask(groups, span), DECISION_TIMEOUT_MS, () => {
      throw unavailable();
    }).catch((error: unknown) => {
      throw error instanceof AppError ? error : unavailable(error);
    });
    const decisions: Decision[] = [];
    groups.forEach((group, i) => {
      const decided = rows[i];
      if (decided === undefined) throw new Error("The limiter decided on fewer keys than it was asked for.");
      for (const [n, decision] of settle(group, decided, askedAt).entries())
        decisions[group.positions[n] as number] = decision;
    });
    return decisions;
  }
  const decide = createBatchLoader<Request, Decision>({
    maxItems: BATCH_LIMIT,
    waiting: { max: WAITING_LIMIT, refuse: unavailable },
    onFailure: "reject",
    loadBatch: decideBatch,
  });

  return (key, limit) => {
    const fullUntil = full.get(key);
    if (fullUntil !== undefined) {
      const leftMs = fullUntil.until - performance.now();
      if (leftMs > 0 && limit <= fullUntil.limit) {
        refused(key);
        return { admitted: false, remaining: 0, resetS: seconds(leftMs) };
      }
      if (leftMs <= 0) full.delete(key);
    }
    return decide({ key, limit });
  };
}
