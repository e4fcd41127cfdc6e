import { createHmac, randomBytes } from "node:crypto";
import type { Job } from "./jobs";

/** Size of one process's cache, enough for tens of large calls. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A result expires after this time without a request. Viewers of a running call request it with each new turn. */
const KEEP_MS = 60_000;

/** A secret of this process, so that a key does not reveal a text, not even by guessing. */
const SECRET = randomBytes(32);

/**
 * The cache key of a job's result: a digest of the workspace and of everything that determines the result (turns, values,
 * names of sensitive variables). A new turn, a new value, a newly marked variable or a changed setting changes the key.
 */
export const keyOf = (workspaceId: string, job: Job): string =>
  createHmac("sha256", SECRET)
    .update(`${workspaceId}\n`)
    .update(JSON.stringify(job, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value)))
    .digest("base64");

/** Whether a job's result is fully masked. The cache never stores clear text. */
export const isMaskedOnly = (job: Job): boolean =>
  job.kind === "text" ||
  job.kind === "json" ||
  (job.kind === "transcript" && job.presentation.redact && job.presentation.participant === undefined);

type Entry = { value: unknown; bytes: number; until: number };

/** A least-recently-used cache of results, bounded by size and time. */
export class MaskedCache {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly maxBytes = MAX_BYTES,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(key: string): { value: unknown } | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.drop(key);
    if (entry.until <= this.now()) return undefined;
    this.put(key, { ...entry, until: this.now() + KEEP_MS });
    return entry;
  }

  set(key: string, value: unknown): void {
    const bytes = 2 * JSON.stringify(value).length;
    if (bytes > this.maxBytes) return;
    this.drop(key);
    this.put(key, { value, bytes, until: this.now() + KEEP_MS });
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.drop(oldest);
    }
    this.sweepLater();
  }

  /** The number of cached results. */
  get size(): number {
    return this.entries.size;
  }

  /** Removes expired results. */
  sweep(): void {
    for (const [key, { until }] of this.entries) if (until <= this.now()) this.drop(key);
  }

  private put(key: string, entry: Entry): void {
    this.entries.set(key, entry);
    this.bytes += entry.bytes;
  }

  private drop(key: string): void {
    this.bytes -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }

  /** Schedules a sweep while the cache has entries. The timer does not keep the process alive. */
  private sweepLater(): void {
    if (this.sweeping !== undefined) return;
    this.sweeping = setTimeout(() => {
      this.sweeping = undefined;
      this.sweep();
      if (this.entries.size > 0) this.sweepLater();
    }, KEEP_MS);
    this.sweeping.unref();
  }
}
