import { createHmac, randomBytes } from "node:crypto";
import type { Job } from "./jobs";

/** Masked output of one process; a process that shows many large calls has tens of them at once. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A view that nobody asks for again is forgotten by then: viewers of a running call ask with each of its turns. */
const KEEP_MS = 60_000;

/** Of this process alone, so that a key tells nothing of what was said, not even to one who guesses it. */
const SECRET = randomBytes(32);

/**
 * The key of a job's result: a digest of everything that decides on it (turns, values, which variables are sensitive),
 * and of the workspace. So a view is found again only while nothing has changed: a new turn, a value that becomes known,
 * a mark and a changed setting each make another key.
 */
export const keyOf = (workspaceId: string, job: Job): string =>
  createHmac("sha256", SECRET)
    .update(`${workspaceId}\n`)
    .update(JSON.stringify(job, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value)))
    .digest("base64");

/** Masked output only: what holds clear text is never put in. */
export const isMaskedOnly = (job: Job): boolean =>
  job.kind === "text" ||
  job.kind === "json" ||
  (job.kind === "transcript" && job.given.redact && job.given.participant === undefined);

type Entry = { value: unknown; bytes: number; until: number };

/** Results by their keys, bounded by size and time; what was used least recently goes first. */
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

  /** How many results are kept now. */
  get size(): number {
    return this.entries.size;
  }

  /** Forgets what has not been asked for. */
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

  /** One timer while there is something to forget; it keeps no process alive. */
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
