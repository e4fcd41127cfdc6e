import { TRANSFER_SEARCH_MS } from "@/lib/calls/calls";
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

type Reached = { leg: Leg; isRefused: boolean };
type ReachFailure = LegFailure | "not_accepted";

/** Calls a person and has them accept. The caller hears the ringing tone. */
async function reachPerson(
  { call }: Pick<Options, "call">,
  { briefing }: Pick<LineTransfer, "briefing">,
  to: string,
  signal: AbortSignal,
): Promise<Reached | ReachFailure> {
  const leg = await call(to, signal);
  if (typeof leg === "string") return leg;
  const answer = briefing === null ? "accepted" : await briefPerson(leg, briefing, signal);
  if (answer !== "declined") return { leg, isRefused: answer === "unrecorded" };
  await hangUp(leg);
  return "not_accepted";
}

/** Calls the targets in order until a person accepts. Returns the reason of the last failure if none does. */
async function reachFirst(
  options: Pick<Options, "call">,
  { targets, briefing }: LineTransfer,
  signal: AbortSignal,
): Promise<Reached | ReachFailure> {
  const until = performance.now() + TRANSFER_SEARCH_MS;
  let failure: ReachFailure = "unreachable";
  for (const [index, { to }] of targets.entries()) {
    if (signal.aborted || (index > 0 && performance.now() > until)) break;
    const reached = await reachPerson(options, { briefing }, to, signal);
    if (typeof reached !== "string") return reached;
    failure = reached;
  }
  return failure;
}

/**
 * Transfers a caller to the first person who accepts: calls them, briefs them in private, and connects both when they accept. Otherwise
 * the caller returns to the agent, with the reason.
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
    const reached = await reachFirst({ call }, request, AbortSignal.any([signal, left.signal]));
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
