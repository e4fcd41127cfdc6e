import type { TransferAnswer, TransferRequest } from "@/lib/calls/calls";
import type { Recording } from "@/lib/calls/recordings";
import { openBridgeEar } from "./bridge-ear";
import { type Held, warn } from "./held";
import { type Notices, ONE_MOMENT } from "./notices";

/**
 * Whether what is said behind a bridge may be kept: it stands in no transcript, by which a masked value would be taken
 * out of the sound, so that an agent with values to mask does not go on recording.
 */
const mustMask = ({ call }: Held): boolean =>
  call.policy.recording.redact_sensitive_fields && call.config.variables.some(({ sensitive }) => sensitive);

/** Puts the caller of a session through to somebody else, with the recording as its consent has it. */
export function makePuttingThrough(held: Held, notices: Pick<Notices, "say">) {
  let bridged: Promise<void> | null = null;
  let stop: () => void = () => undefined;

  /** Keeps what both sides say, until the caller wants none of it kept: then all of it is destroyed. */
  async function follow(recording: Recording) {
    const { call } = held;
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const ear = await openBridgeEar(held, recording, () => {
      recording.happen({ type: "declined", by: "words", atMs: call.nowMs() });
      stop();
    }).catch((error: unknown) => {
      warn(held, error, "nobody listens behind a bridge: no more is recorded there");
      return null;
    });
    if (ear === null) return null;
    const overhear = (leg: "caller" | "agent", frame: Int16Array) => {
      recording.frame(leg, frame, call.nowMs());
      if (leg === "caller") ear.frame(frame);
    };
    return { overhear, stopped, close: ear.close };
  }

  async function transfer({ to, kind }: TransferRequest, signal: AbortSignal): Promise<TransferAnswer> {
    const { line, recording, call } = held;
    if (line.transfer === undefined) return { ok: false, why: "no_telephone" };
    await notices.say(ONE_MOMENT);
    if (signal.aborted) return { ok: false, why: "ended" };
    // Nothing of a payment is kept, whatever the agent keeps.
    const follows = kind === "human" && recording !== null && recording.followsTransfer() && !mustMask(held);
    const followed = follows ? await follow(recording) : null;
    const answer = await line.transfer({ to, overhear: followed?.overhear ?? null }, signal);
    if (!answer.ok) {
      followed?.close();
      return answer;
    }
    const atMs = call.nowMs();
    if (followed === null) recording?.happen({ type: "ended", atMs });
    else if (answer.refused) {
      followed.close();
      recording?.happen({ type: "transferred", refused: true, atMs });
    } else {
      // Nobody is let in before they have heard the announcement to its end.
      recording?.happen({ type: "transferred", refused: false, atMs });
      bridged = Promise.race([answer.over, followed.stopped]).finally(followed.close);
    }
    return { ok: true };
  }

  return {
    transfer,
    /** Where somebody has taken over and is still recorded: resolves once that has ended. */
    bridged: () => bridged,
    /** This process ends: nothing more is heard here. */
    stop: () => stop(),
  };
}
