import { type Compilable, type RawBuilder, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { newId } from "@/lib/platform/ids";
import { subscribe } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import { callQueries, type OpenedCall, openCallFromRows } from "./open-call";
import { isUnanswered } from "./row";
import { LEASE_MS } from "./session";

type LeaseCtx = Pick<Ctx, "workspaceId" | "environment" | "now">;

/** The exclusive right to act in a call. */
export type Lease = {
  /** Aborted when the lease is lost or the agent is to be cut off. */
  signal: AbortSignal;
  /**
   * Runs all statements in one transaction and one round trip. If the lease is lost, throws 409 `in_progress` and stores
   * nothing. `last` releases the lease in the same transaction.
   */
  write(statements: readonly Compilable<unknown>[], last?: "last"): Promise<void>;
  /**
   * Releases the lease unless it is already released. `dueAt` postpones the call's next check. Never throws.
   */
  release(dueAt?: string): Promise<void>;
};

// Leases held by this process, so that a request to cut off the agent reaches its holder immediately.
const localAborts = globalSingleton("calls.leases", () => new Map<string, Set<() => void>>());

/** Cuts off the turn of the call that runs in this process. Returns false if this process does not hold its lease. */
export function abortLocalTurn(callId: string): boolean {
  const aborts = localAborts.get(callId);
  for (const abortTurn of aborts ?? []) abortTurn();
  return aborts !== undefined;
}

function registerAbort(callId: string, abortTurn: () => void): () => void {
  const aborts = localAborts.get(callId) ?? new Set();
  localAborts.set(callId, aborts.add(abortTurn));
  return () => {
    aborts.delete(abortTurn);
    if (aborts.size === 0 && localAborts.get(callId) === aborts) localAborts.delete(callId);
  };
}

const busyError = () => new AppError("agent_still_answers", { retryAfterS: 1 });
const leaseLostError = () => new AppError("call_taken_over", { retryAfterS: 1 });

/** Whether an error means that another process acts in the call: its lease was not free, or it was taken over. */
export const isCallBusy = (error: unknown): boolean =>
  error instanceof AppError && error.code === "in_progress";

/** SQLSTATE that `require_call_lease` raises (prisma/sql/calls.sql). */
const LEASE_LOST = "PL001";

/**
 * A call as read together with acquiring its lease. `lease` is null if the call is unanswered, or if it has ended and
 * either is settled or is leased by another process.
 */
export type AcquiredCall = OpenedCall & { lease: Lease | null };

type AcquireOptions = {
  /** The lease is kept while the line is open, so each renewal also postpones the call's next check. */
  isLineHeld?: boolean;
  /**
   * Takes the lease from its owner, whose line is gone, and increases `calls.resumptions` from this number. The former
   * owner writes nothing after that. Of several attempts with the same number, one succeeds.
   */
  resumptions?: number;
};

/** Statement that takes the lease of a call if it is free. */
const takeFreeLease = (ctx: LeaseCtx, callId: string, owner: string, now: string) =>
  db
    .updateTable("call_sessions")
    .from("calls")
    .set({ lease_owner: owner, lease_until: plusMs(now, LEASE_MS) })
    .whereRef("calls.workspace_id", "=", "call_sessions.workspace_id")
    .whereRef("calls.id", "=", "call_sessions.call_id")
    .where("calls.environment", "=", ctx.environment)
    .where("call_sessions.workspace_id", "=", ctx.workspaceId)
    .where("call_sessions.call_id", "=", callId)
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now)]))
    .returning("call_sessions.call_id");

/** Statement that takes the lease of a call in progress from its owner, once for each number of resumptions. */
const takeOverLease = (ctx: LeaseCtx, callId: string, owner: string, now: string, resumptions: number) =>
  db
    .with("resumed", (cte) =>
      cte
        .updateTable("calls")
        .set({ resumptions: resumptions + 1 })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("environment", "=", ctx.environment)
        .where("id", "=", callId)
        .where("status", "=", "in_progress")
        .where("resumptions", "=", resumptions)
        .returning("id"),
    )
    .updateTable("call_sessions")
    .from("resumed")
    .set({ lease_owner: owner, lease_until: plusMs(now, LEASE_MS), due_at: plusMs(now, LEASE_MS) })
    .where("call_sessions.workspace_id", "=", ctx.workspaceId)
    .whereRef("call_sessions.call_id", "=", "resumed.id")
    .returning("call_sessions.call_id");

/**
 * Acquires the lease of a call of this environment and opens the call. Throws `not_found`, and 409 `in_progress` while
 * another process acts in the running call.
 */
export async function acquireCall(
  ctx: LeaseCtx,
  callId: string,
  { isLineHeld = false, resumptions }: AcquireOptions = {},
): Promise<AcquiredCall> {
  const owner = newId("job");
  const now = ctx.now();
  const take =
    resumptions === undefined
      ? takeFreeLease(ctx, callId, owner, now)
      : takeOverLease(ctx, callId, owner, now, resumptions);
  const [takenRows, rows, sealedTurns] = await writeUnaudited(ctx, {
    run: [take, ...callQueries(ctx, callId)],
  });
  const lease = takenRows.length > 0 ? createLease(ctx, callId, owner, isLineHeld) : null;
  try {
    const opened = await openCallFromRows(ctx, rows, sealedTurns);
    if (lease === null && opened.row.ended_at === null && !isUnanswered(opened.row)) throw busyError();
    return { ...opened, lease };
  } catch (error) {
    await lease?.release();
    throw error;
  }
}

/** A call that its carrier transfers is due later. */
const laterOf = (until: string) => sql<string>`greatest(due_at, ${until}::timestamptz)`;

function createLease(ctx: LeaseCtx, callId: string, owner: string, isLineHeld: boolean): Lease {
  const abort = new AbortController();
  const abortTurn = () => abort.abort();
  const unregisterAbort = registerAbort(callId, abortTurn);
  // Another process may receive the request to cut the agent off and notify this one. Without a subscription, the lease
  // still expires.
  const subscription = subscribe(callId, (kind) => kind === "cut" && abortTurn()).catch(
    () => () => undefined,
  );
  type LeaseFields = {
    lease_owner?: null;
    lease_until: string | null;
    due_at?: string | RawBuilder<string>;
  };
  const updateLease = (lease: LeaseFields) =>
    db
      .updateTable("call_sessions")
      .set(lease)
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", callId)
      .where("lease_owner", "=", owner)
      .returning("call_id");
  const releaseStatement = () => updateLease({ lease_owner: null, lease_until: null });
  const renew = async () => {
    const until = plusMs(ctx.now(), LEASE_MS);
    const [rows] = await writeUnaudited(ctx, {
      run: [updateLease({ lease_until: until, ...(isLineHeld && { due_at: laterOf(until) }) })],
    });
    if (rows.length === 0) abortTurn();
  };
  const timer = setInterval(
    () => void renew().catch((error) => log.warn({ err: error, callId }, "could not renew a call's lease")),
    LEASE_MS / 3,
  );
  const requireLease = db.selectNoFrom(
    sql`require_call_lease(${ctx.workspaceId}, ${callId}, ${owner})`.as("held"),
  );
  let isOpen = true;
  const close = () => {
    isOpen = false;
    clearInterval(timer);
    unregisterAbort();
    void subscription.then((stop) => stop());
  };
  return {
    signal: abort.signal,
    async write(statements, last) {
      try {
        await writeUnaudited(ctx, {
          run: [requireLease, ...statements, ...(last ? [releaseStatement()] : [])],
        });
      } catch (error) {
        throw (error as { code?: unknown }).code === LEASE_LOST ? leaseLostError() : error;
      }
      if (last) close();
    },
    async release(dueAt) {
      if (!isOpen) return;
      close();
      const release = { lease_owner: null, lease_until: null, ...(dueAt !== undefined && { due_at: dueAt }) };
      await writeUnaudited(ctx, { run: [updateLease(release)] }).catch((error) =>
        log.warn({ err: error, callId }, "could not release a call's lease; it will expire"),
      );
    },
  };
}
