import { plusMs } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import { db, record, type Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { subscribe } from "@/lib/live";
import { log } from "@/lib/log";
import { LEASE_MS } from "./session";

type Where = Pick<Ctx, "workspaceId" | "now">;

/** Whoever holds a call's lease acts in it, and nobody else. */
export type Lease = {
  owner: string;
  /** Aborted when the lease was lost or somebody asked the agent to stop. */
  signal: AbortSignal;
  /** Cuts off what the agent is doing. */
  cut(): void;
  /** Locks the lease for a transaction. Throws when it is lost, so that nothing is stored twice. */
  confirm(tx: Tx): Promise<void>;
  release(): Promise<void>;
};

const mine = (ctx: Where, callId: string, owner: string) =>
  db
    .updateTable("call_sessions")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", callId)
    .where("lease_owner", "=", owner);

// Leases held by this process, so that a request to stop reaches its holder at once.
const held = new Map<string, Set<() => void>>();

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

/**
 * Takes the lease of a call, for as long as the process renews it. Answers null where the call is no longer running.
 * Throws 409 `in_progress` while somebody else holds it.
 */
export async function takeLease(ctx: Where, callId: string): Promise<Lease | null> {
  const owner = newId("job");
  const now = ctx.now();
  const session = db
    .selectFrom("call_sessions")
    .select("lease_owner")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", callId);
  const [taken, [found]] = await record(ctx, {
    run: [
      db
        .updateTable("call_sessions")
        .set({ lease_owner: owner, lease_until: plusMs(now, LEASE_MS) })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", callId)
        .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now)]))
        .returning("call_id"),
      session,
    ],
  });
  if (taken.length === 0) {
    if (found === undefined) return null;
    throw busy();
  }
  return keepLease(ctx, callId, owner);
}

function keepLease(ctx: Where, callId: string, owner: string): Lease {
  const abort = new AbortController();
  const cut = () => abort.abort();
  const letGo = hold(callId, cut);
  // A request to stop may come to another process; it tells this one. Where it cannot be heard, the lease still runs out.
  const deaf = subscribe(callId, (kind) => kind === "cut" && cut()).catch(() => () => undefined);
  const renew = async () => {
    const [rows] = await record(ctx, {
      run: [
        mine(ctx, callId, owner)
          .set({ lease_until: plusMs(ctx.now(), LEASE_MS) })
          .returning("call_id"),
      ],
    });
    if (rows.length === 0) cut();
  };
  const timer = setInterval(
    () =>
      void renew().catch((error) => log.warn({ err: error, callId }, "a call's lease could not be renewed")),
    LEASE_MS / 3,
  );
  return {
    owner,
    signal: abort.signal,
    cut,
    confirm: async (tx) => {
      const row = await tx.one(
        db
          .selectFrom("call_sessions")
          .select("call_id")
          .where("workspace_id", "=", ctx.workspaceId)
          .where("call_id", "=", callId)
          .where("lease_owner", "=", owner)
          .forUpdate(),
      );
      if (row === undefined)
        throw new AppError("in_progress", "Another process took this call over. Read it again.", {
          retryAfterS: 1,
        });
    },
    release: async () => {
      clearInterval(timer);
      letGo();
      void deaf.then((stop) => stop());
      await record(ctx, {
        run: [mine(ctx, callId, owner).set({ lease_owner: null, lease_until: null })],
      }).catch((error) =>
        log.warn({ err: error, callId }, "a call's lease could not be released; it runs out by itself"),
      );
    },
  };
}
