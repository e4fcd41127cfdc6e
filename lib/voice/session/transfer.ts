import type { TransferAnswer, TransferRequest } from "@/lib/calls/calls";
import type { Recording } from "@/lib/calls/recordings";
import { openBridgeListener } from "./bridge-listener";
import { type HeldCall, warn } from "./held-call";
import { type Notices, ONE_MOMENT } from "./notices";
import { createBriefing } from "./transfer-briefing";

/**
 * Whether speech behind a bridge can be recorded. It has no transcript, from which masked values could be
 * silenced, so an agent with sensitive variables stops recording.
 */
const mustMask = ({ call }: HeldCall): boolean =>
  call.policy.recording.redact_sensitive_fields && call.config.variables.some(({ sensitive }) => sensitive);

/** Transfers the caller of a session, with the recording as its consent allows. */
export function createTransfer(heldCall: HeldCall, notices: Pick<Notices, "say">) {
  let bridged: Promise<void> | null = null;
  let stop: () => void = () => undefined;

  /** Keeps what both sides say, until the caller wants none of it kept: then all of it is destroyed. */
  async function follow(recording: Recording) {
    const { call } = heldCall;
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const ear = await openBridgeListener(heldCall, recording, () => {
      recording.dispatchEvent({ type: "declined", by: "words", atMs: call.nowMs() });
      stop();
    }).catch((error: unknown) => {
      warn(heldCall, error, "a bridge cannot be overheard: its recording stops");
      return null;
    });
    if (ear === null) return null;
    const overhear = (leg: "caller" | "agent", frame: Int16Array) => {
      recording.frame(leg, frame, call.nowMs());
      if (leg === "caller") ear.frame(frame);
    };
    return { overhear, stopped, close: ear.close };
  }

  async function transfer({ targets, kind }: TransferRequest, signal: AbortSignal): Promise<TransferAnswer> {
    const { line, recording, call } = heldCall;
    if (line.transfer === undefined) return { ok: false, reason: "no_telephone" };
    await notices.say(ONE_MOMENT);
    if (signal.aborted) return { ok: false, reason: "ended" };
    // A payment is never recorded, for all settings of the agent.
    const follows =
      kind === "human" && recording !== null && recording.followsTransfer() && !mustMask(heldCall);
    const followed = follows ? await follow(recording) : null;
    const briefing = kind === "human" ? createBriefing(heldCall, { isRecorded: followed !== null }) : null;
    const answer = await line.transfer(
      { targets, kind, overhear: followed?.overhear ?? null, briefing },
      signal,
    );
    if (!answer.ok) {
      followed?.close();
      return answer;
    }
    const atMs = call.nowMs();
    if (followed === null) recording?.dispatchEvent({ type: "ended", atMs });
    else if (answer.refused) {
      followed.close();
      recording?.dispatchEvent({ type: "transferred", hasRefused: true, atMs });
    } else {
      // The target joins only after hearing the whole announcement.
      recording?.dispatchEvent({ type: "transferred", hasRefused: false, atMs });
      bridged = Promise.race([answer.over, followed.stopped]).finally(followed.close);
    }
    return { ok: true };
  }

  return {
    transfer,
    /** Resolves at the end of a recorded bridge. */
    bridged: () => bridged,
    /** This process ends: nothing more is heard here. */
    stop: () => stop(),
  };
}
