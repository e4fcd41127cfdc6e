import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { STREAM_LIMITS } from "./limits";

/** A slot whose process was killed is free again after this time. A pause of a busy process is shorter. */
const LEASE_MS = 15_000;
/** Three renewals fit in a lease, so that one that fails costs nothing. */
const RENEW_MS = 5_000;

/** The owner of a stream. `kind` selects the limit. */
export type StreamHolder = { workspaceId: string; kind: "key" | "member" | "participant"; id: string };

/** A stream's slot. `release` gives it back, once; further calls do nothing. */
export type StreamSlot = { release(): void };

type Limits = Readonly<Record<keyof typeof STREAM_LIMITS, number>>;
type Row = { id: string; workspace: string; holder: string };
export type StreamSlots = {
  take(holder: StreamHolder): Promise<StreamSlot>;
  /** Extends the leases of all open streams of this process. */
  renew(): Promise<void>;
};

const expiry = (leaseMs: number) =>
  sql<string>`clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'`;

function limitReached(reached: string, kind: StreamHolder["kind"], limits: Limits): AppError {
  const holder = reached === "workspace" ? "workspace" : kind;
  return new AppError(`too_many_streams_of_${holder}`, {
    params: { limit: limits[holder] },
    retryAfterS: LEASE_MS / 1_000,
  });
}

/**
 * The event streams of one process, counted in PostgreSQL with those of all others. While the database cannot be asked,
 * no stream begins. One that is open then stays open, and is counted again at the next renewal.
 */
export function createStreamSlots(
  limits: Limits = STREAM_LIMITS,
  { leaseMs = LEASE_MS, renewMs = RENEW_MS } = {},
): StreamSlots {
  const open = new Map<string, Row>();
  let timer: NodeJS.Timeout | undefined;

  /** Inserts what is missing too: an unlogged table is empty after a crash of PostgreSQL. */
  async function renew(): Promise<void> {
    const rows = [...open.values()].map((row) => ({ ...row, expires_at: expiry(leaseMs) }));
    if (rows.length === 0) return;
    await plainBatch(
      plain
        .insertInto("event_streams")
        .values(rows)
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ expires_at: expiry(leaseMs) })),
    );
    // A stream that ended meanwhile may have been inserted again.
    const ended = rows.map(({ id }) => id).filter((id) => !open.has(id));
    if (ended.length > 0) await forget(ended);
  }

  const forget = (ids: readonly string[]) =>
    plainBatch(plain.deleteFrom("event_streams").where("id", "in", [...ids]));

  function release(id: string): void {
    if (!open.delete(id)) return;
    if (open.size === 0) clearInterval(timer);
    // The lease ends it where this fails.
    forget([id]).catch((error: unknown) =>
      log.warn({ err: error }, "an event stream's slot was not released"),
    );
  }

  function keep(row: Row): void {
    open.set(row.id, row);
    if (open.size > 1) return;
    timer = setInterval(() => {
      renew().catch((error: unknown) => log.warn({ err: error }, "event streams could not be renewed"));
    }, renewMs);
    timer.unref();
  }

  return {
    async take({ workspaceId, kind, id }) {
      // Participants have a separate limit, so that they cannot exhaust that of the workspace's keys and
      // members.
      const workspace = kind === "participant" ? `${workspaceId}/participants` : workspaceId;
      const row = { id: randomUUID(), workspace, holder: `${kind}:${id}` };
      const taking = sql<
        string | null
      >`take_stream_slot(${row.id}, ${row.workspace}, ${row.holder}, ${limits[kind]}::int, ${limits.workspace}::int, ${leaseMs}::int)`;
      const [[answer]] = await plainBatch(plain.selectNoFrom(taking.as("reached")));
      const reached = answer?.reached ?? null;
      if (reached !== null) throw limitReached(reached, kind, limits);
      keep(row);
      return { release: () => release(row.id) };
    },
    renew,
  };
}

/** Removes slots whose process is gone, for workspaces that open no further stream; answers how many. */
export async function sweepStreams(): Promise<number> {
  const [rows] = await plainBatch(
    plain
      .deleteFrom("event_streams")
      .where("expires_at", "<=", sql<string>`clock_timestamp()`)
      .returning("id"),
  );
  return rows.length;
}
