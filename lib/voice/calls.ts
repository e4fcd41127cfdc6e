import { setTimeout as pause } from "node:timers/promises";
import type { SpokenCall } from "@/lib/calls/calls";
import { openRecording, type Recording } from "@/lib/calls/recordings";
import type { Ctx } from "@/lib/platform/context";
import { releaseGatewayCall } from "@/lib/platform/gateways";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { hold } from "./figures";
import type { CallJoins } from "./joins/call-joins";
import type { Admission, CallKind } from "./load/admission";
import { countRefusedCall } from "./load/counts";
import type { Voices } from "./providers-for";
import type { Line, Session } from "./session/line";
import { openSession } from "./session/session";

/** At a stop of the process: half of what its supervisor waits before it kills. */
const STOP_MS = 5_000;

/** How soon a drained process notices that its last call is over. */
const DRAIN_POLL_MS = 100;

/**
 * `isResumed`: the call has been talking before, on a line that broke. `hasReservation`: an outbound call for which a gateway's
 * place was reserved (lib/platform/gateways).
 */
type Begin = { ctx: Ctx; call: SpokenCall; line: Line; isResumed?: boolean; hasReservation?: boolean };

/** The spoken calls of this process. */
export type Calls = {
  /** How many further calls this process accepts now. */
  freeCalls(): number;
  /**
   * Takes the place of a call until the returned function is called, once; its session then counts itself. Null, and counted
   * as refused, if the call must be refused.
   */
  admit(kind: CallKind): (() => void) | null;
  /** Counts a call without a session, such as one that rings or a bridge, until the returned function is called, once. */
  countCall(): () => void;
  /** Begins to hold a call; undefined where nothing can be heard or spoken: the call has ended then, and says so. */
  begin(call: Begin): Promise<Session | undefined>;
  /** Takes no more calls. Resolves when those in progress are over, after `ms` at the latest. */
  drain(ms: number): Promise<void>;
  isDraining(): boolean;
  /** Ends all calls, and takes no more. */
  stop(): Promise<void>;
};

/** A call that cannot be held after all ends at once, as failed. */
async function giveUp(call: SpokenCall): Promise<void> {
  const never = new AbortController().signal;
  const unplayed = () => Promise.reject(new Error("Nothing is said in a call that ends."));
  await call.dispatchEvent(
    { type: "hung_up", atMs: call.nowMs(), reason: "carrier_error" },
    { signal: never, waitForPlayback: unplayed, onTurns: () => undefined },
  );
  await call.waitUntilSettled();
  await call.release();
}

/** A call whose recording state cannot be read continues unrecorded. */
const recordingOf = ({ ctx, call }: Begin): Promise<Recording | null> =>
  openRecording(ctx, call.id).catch((error: unknown) => {
    log.error({ err: error, callId: call.id }, "a call cannot be recorded");
    return null;
  });

/** From now on, the session counts instead. */
const endReservation = (): void =>
  void releaseGatewayCall().catch((error: unknown) =>
    log.warn({ err: error }, "the reservation of a call ends later, by its time"),
  );

export function spokenCalls(voices: Voices, admission: Admission, joins: CallJoins): Calls {
  const running = new Set<Session>();
  let admitted = 0;
  let stopping = false;
  let draining = false;
  const openCalls = () => running.size + admitted;
  const freeCalls = () => (draining || stopping ? 0 : admission.freeCalls(openCalls()));
  return {
    freeCalls,
    isDraining: () => draining || stopping,
    async drain(ms) {
      draining = true;
      const until = performance.now() + ms;
      while (openCalls() > 0 && !stopping && performance.now() < until) await pause(DRAIN_POLL_MS);
    },
    admit(kind) {
      if (draining || stopping) return null;
      if (!admission.accepts(kind, openCalls())) {
        countRefusedCall();
        return null;
      }
      admitted++;
      return () => void admitted--;
    },
    countCall() {
      admitted++;
      return () => void admitted--;
    },
    async begin(call) {
      try {
        const [providers, recording] = await Promise.all([voices.of(call.ctx, call.call), recordingOf(call)]);
        const session = await openSession({ ...call, providers, recording });
        running.add(session);
        joins.watch(call.ctx, session);
        if (call.hasReservation === true) endReservation();
        const release = hold(call.call.channel);
        void session.over.then(() => {
          running.delete(session);
          release();
        });
        if (stopping) void session.stop();
        return session;
      } catch (error) {
        log.error({ err: error, callId: call.call.id }, "a call could not be given a voice");
        await giveUp(call.call);
        return undefined;
      }
    },
    async stop() {
      stopping = true;
      admission.close();
      const stopped = Promise.all([...running].map((session) => session.stop()));
      await withTimeout(stopped, STOP_MS, () => undefined);
      await voices.close();
    },
  };
}
