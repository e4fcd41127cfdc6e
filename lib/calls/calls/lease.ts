import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { subscribe } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import { perProcess } from "@/lib/platform/per-process";
import { callQueries, type Opened, openedFrom } from "./open";
import { isWaiting } from "./row";
import { LEASE_MS } from "./session";

type Where = Pick<Ctx, "workspaceId" | "environment" | "now">;

/** Whoever holds a call's lease acts in it, and nobody else. */
export type Lease = {
  /** Aborted when the lease was lost or somebody asked the agent to stop. */
  signal: AbortSignal;
  /**
   * Stores all of it, in one round trip, or throws 409 `in_progress` and stores nothing where the lease is lost.
   * `last` gives the lease back in the same transaction.
   */
  write(statements: readonly Compilable<unknown>[], last?: "last"): Promise<void>;
  /** Gives the lease back, unless that has happened; never throws. */
  release(): Promise<void>;
};

// Leases held by this process, so that a request to stop reaches its holder at once.
const held = perProcess("calls.leases", () => new Map<string, Set<() => void>>());

/** Cuts off whatever this process's holder of the call is doing; false where it holds none. */
export function cutHere(callId: string): boolean {
  const cuts = held.get(callId);
  for (const cut of cuts ?? []) cut();
  return cuts !== undefined;
}

function hold(callId: string, cut: () => void): () => void {
  const cuts = held.get(callId) ?? new Set();
  held.set(callId, cuts.add(cut));
  return () => {
    cuts.delete(cut);
    if (cuts.size === 0 && held.get(callId) === cuts) held.delete(callId);
  };
}

const busy = () =>
  new AppError("in_progress", "The agent is still answering. Wait for its turn to end, or end the call.", {
    retryAfterS: 1,
  });
const lost = () =>
  new AppError("in_progress", "Another process took this call over. Read it again.", { retryAfterS: 1 });

/** Whether somebody else acts in the call, so that it could not be taken or was taken over. */
export const isBusy = (error: unknown): boolean => error instanceof AppError && error.code === "in_progress";

/** What `require_lease` raises (prisma/migrations). */
const LEASE_LOST = "PL001";

/**
 * A call as it is once its lease is held. `lease` is null where nobody has answered the call yet, and where it has ended
 * and needs nobody or has somebody.
 */
export type Acquired = Opened & { lease: Lease | null };

/**
 * Takes the lease of a call of this environment, and opens the call. Throws `not_found`, and 409 `in_progress` while
 * somebody else acts in the running call. `held`: for as long as the line is open, so that renewing it also puts off
 * what is due when it is lost.
 */
export async function acquire(ctx: Where, callId: string, { held = false } = {}): Promise<Acquired> {
  const owner = newId("job");
  const now = ctx.now();
  const take = db
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
  const [taken, rows, boxes] = await record(ctx, { run: [take, ...callQueries(ctx, callId)] });
  const lease = taken.length > 0 ? keepLease(ctx, callId, owner, held) : null;
  try {
    const opened = await openedFrom(ctx, rows, boxes);
    if (lease === null && opened.row.ended_at === null && !isWaiting(opened.row)) throw busy();
    return { ...opened, lease };
  } catch (error) {
    await lease?.release();
    throw error;
  }
}

function keepLease(ctx: Where, callId: string, owner: string, held: boolean): Lease {
  const abort = new AbortController();
  const cut = () => abort.abort();
  const letGo = hold(callId, cut);
  // A request to stop may come to another process; it tells this one. Where it cannot be heard, the lease still runs out.
  const heard = subscribe(callId, (kind) => kind === "cut" && cut()).catch(() => () => undefined);
  const mine = (lease: { lease_owner?: null; lease_until: string | null; due_at?: string }) =>
    db
      .updateTable("call_sessions")
      .set(lease)
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", callId)
      .where("lease_owner", "=", owner)
      .returning("call_id");
  const giveBack = () => mine({ lease_owner: null, lease_until: null });
  const renew = async () => {
    const until = plusMs(ctx.now(), LEASE_MS);
    const [rows] = await record(ctx, {
      run: [mine({ lease_until: until, ...(held && { due_at: until }) })],
    });
    if (rows.length === 0) cut();
  };
  const timer = setInterval(
    () =>
      void renew().catch((error) => log.warn({ err: error, callId }, "a call's lease could not be renewed")),
    LEASE_MS / 3,
  );
  const mineStill = db.selectNoFrom(sql`require_lease(${ctx.workspaceId}, ${callId}, ${owner})`.as("held"));
  let open = true;
  const close = () => {
    open = false;
    clearInterval(timer);
    letGo();
    void heard.then((stop) => stop());
  };
  return {
    signal: abort.signal,
    async write(statements, last) {
      try {
        await record(ctx, { run: [mineStill, ...statements, ...(last ? [giveBack()] : [])] });
      } catch (error) {
        throw (error as { code?: unknown }).code === LEASE_LOST ? lost() : error;
      }
      if (last) close();
    },
    async release() {
      if (!open) return;
      close();
      await record(ctx, { run: [giveBack()] }).catch((error) =>
        log.warn({ err: error, callId }, "a call's lease could not be released; it runs out by itself"),
      );
    },
  };
}
