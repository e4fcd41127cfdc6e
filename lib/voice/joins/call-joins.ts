import { answerJoin, endJoin, type HeldJoin, JOIN_TIMEOUT_MS, readRequestedJoins } from "@/lib/calls/joins";
import { type ListeningRule, readListeningRule } from "@/lib/calls/recordings";
import type { Ctx } from "@/lib/platform/context";
import { subscribe } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import type { Session } from "../session/line";

/** A member whose browser may connect now. */
export type WaitingJoin = {
  ctx: Ctx;
  join: HeldJoin;
  session: Session;
  /** The rule for listening to the call if it is not recorded. */
  unrecorded: ListeningRule;
};

/** The members who join the calls of this process. */
export type CallJoins = {
  /** Answers the requests of members who want to join a call, until its session is over. */
  watch(ctx: Ctx, session: Session): void;
  /** The join of a ticket, once; undefined if this process has not claimed it, or it was used. */
  take(joinId: string): WaitingJoin | undefined;
};

/** Creates the joins of a gateway. `gatewayUrl`: where the other gateways reach it; null if they cannot. */
export function createCallJoins(gatewayUrl: string | null): CallJoins {
  const waiting = new Map<string, WaitingJoin & { timer: NodeJS.Timeout }>();

  const take = (joinId: string): WaitingJoin | undefined => {
    const entry = waiting.get(joinId);
    if (entry === undefined) return undefined;
    clearTimeout(entry.timer);
    waiting.delete(joinId);
    return entry;
  };
  async function expire(joinId: string, reason: "not_connected" | "call_ended"): Promise<void> {
    const entry = take(joinId);
    if (entry !== undefined) await endJoin(entry.ctx, entry.join, reason);
  }
  const isTakeoverWaiting = ({ callId }: Session): boolean =>
    [...waiting.values()].some(({ join }) => join.callId === callId && join.kind === "take_over");

  async function answer(ctx: Ctx, session: Session): Promise<void> {
    for (const request of await readRequestedJoins(ctx, session.callId)) {
      const join: HeldJoin = { ...request, callId: session.callId };
      const isSecond = join.kind === "take_over" && isTakeoverWaiting(session);
      const unrecorded = await readListeningRule(ctx, session.callId);
      const refusal = isSecond ? "call_already_taken_over" : session.joinRefusal(join.kind, unrecorded);
      if (refusal !== null) {
        await answerJoin(ctx, join.id, { refusal });
        continue;
      }
      const timer = setTimeout(() => {
        expire(join.id, "not_connected").catch((error: unknown) =>
          log.warn({ err: error }, "a member who did not connect could not be stored"),
        );
      }, JOIN_TIMEOUT_MS);
      // Before the answer: the member connects as soon as they read it.
      waiting.set(join.id, { ctx, join, session, unrecorded, timer });
      if (!(await answerJoin(ctx, join.id, { gatewayUrl }))) take(join.id);
    }
  }

  return {
    take,
    watch(ctx, session) {
      let work: Promise<void> = Promise.resolve();
      const check = () => {
        work = work
          .then(() => answer(ctx, session))
          .catch((error: unknown) => log.warn({ err: error }, "the members of a call could not be answered"));
      };
      const subscription = subscribe(session.callId, (kind) => {
        if (kind === "join_requested" || kind === "reconnected") check();
      }).catch((error: unknown) => {
        log.warn({ err: error, callId: session.callId }, "members cannot join a call");
        return () => undefined;
      });
      void session.over.then(async () => {
        (await subscription)();
        for (const { join } of [...waiting.values()])
          if (join.callId === session.callId) await expire(join.id, "call_ended").catch(() => undefined);
      });
    },
  };
}
