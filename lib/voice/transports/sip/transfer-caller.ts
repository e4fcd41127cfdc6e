import type { LineTransfer, LineTransferred } from "../../session/line";
import { type BridgeSide, bridge } from "./bridge";
import { briefPerson } from "./brief-person";
import type { Leg, LegFailure } from "./place-leg";
import { startRingback } from "./ringback";

/** A caller who sends no packet for this long has lost the call. */
const SILENT_MS = 30_000;

type Options = {
  caller: BridgeSide;
  /** Calls the person; resolves once they have answered. */
  call(to: string, signal: AbortSignal): Promise<Leg | LegFailure>;
  /** Called if the caller sends no packets while the person is called: their call is lost. */
  onLost(): void;
  /** Counts the bridge until the returned function is called. */
  onBridged(): () => void;
};

async function hangUp({ media, dialog }: Leg): Promise<void> {
  await dialog.bye();
  media.close();
}

/** Calls the person and has them accept. The caller hears the ringing tone. */
async function reachPerson(
  { call }: Pick<Options, "call">,
  { to, briefing }: LineTransfer,
  signal: AbortSignal,
): Promise<{ leg: Leg; isRefused: boolean } | LegFailure> {
  const leg = await call(to, signal);
  if (typeof leg === "string") return leg;
  const answer = briefing === null ? "accepted" : await briefPerson(leg, briefing, signal);
  if (answer !== "declined") return { leg, isRefused: answer === "unrecorded" };
  await hangUp(leg);
  return "no_answer";
}

/**
 * Transfers a caller to a person: calls them, briefs them in private, and connects both when they accept. Otherwise the caller
 * returns to the agent, with the reason.
 */
export async function transferCaller(
  { caller, call, onLost, onBridged }: Options,
  request: LineTransfer,
  signal: AbortSignal,
): Promise<LineTransferred> {
  const left = new AbortController();
  void caller.dialog.ended.then(() => left.abort());
  caller.media.start({
    onFrame: () => undefined,
    onMissing: () => undefined,
    onKey: () => undefined,
    onSilent(silentMs) {
      if (silentMs < SILENT_MS || caller.media.isHeld) return;
      left.abort();
      onLost();
    },
  });
  const stopRingback = startRingback((frame) => caller.media.send(frame));
  try {
    const reached = await reachPerson({ call }, request, AbortSignal.any([signal, left.signal]));
    if (typeof reached === "string")
      return { ok: false, reason: left.signal.aborted || signal.aborted ? "ended" : reached };
    if (left.signal.aborted || signal.aborted) {
      await hangUp(reached.leg);
      return { ok: false, reason: "ended" };
    }
    stopRingback();
    const overhear = reached.isRefused ? null : request.overhear;
    const over = bridge(caller, reached.leg, overhear);
    void over.finally(onBridged());
    return { ok: true, over, refused: reached.isRefused && request.overhear !== null };
  } finally {
    stopRingback();
  }
}
