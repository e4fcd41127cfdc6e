import type { TransferAnswer, TransferRequest } from "@/lib/calls";
import type { Held } from "./held";
import { type makeNotices, ONE_MOMENT } from "./notices";

/**
 * Whether what is said behind a bridge may be kept: it stands in no transcript, by which a masked value would be taken
 * out of the sound, so that an agent with values to mask does not go on recording.
 */
const mustMask = ({ call }: Held): boolean =>
  call.policy.recording.redact_sensitive_fields && call.config.variables.some(({ sensitive }) => sensitive);

/** Puts the caller of a session through to somebody else, with the recording as its consent has it. */
export function makePuttingThrough(held: Held, notices: Pick<ReturnType<typeof makeNotices>, "say">) {
  let bridged: Promise<void> | null = null;
  let stop: () => void = () => undefined;

  async function transfer({ to, kind }: TransferRequest, signal: AbortSignal): Promise<TransferAnswer> {
    const { line, recording, call } = held;
    if (line.transfer === undefined) return { ok: false, why: "no_telephone" };
    await notices.say(ONE_MOMENT);
    if (signal.aborted) return { ok: false, why: "ended" };
    // Nothing of a payment is kept, whatever the agent keeps.
    const follows = kind === "human" && recording !== null && recording.followsTransfer() && !mustMask(held);
    const overhear = follows
      ? (leg: "caller" | "agent", frame: Int16Array) => recording.frame(leg, frame, call.nowMs())
      : null;
    const answer = await line.transfer({ to, overhear }, signal);
    if (!answer.ok) return answer;
    const atMs = call.nowMs();
    if (follows) {
      recording.happen({ type: "transferred", atMs });
      // Nobody is let in before they have heard it to its end.
      recording.happen({ type: "announced", whole: true, atMs });
      bridged = Promise.race([
        answer.over,
        new Promise<void>((resolve) => {
          stop = resolve;
        }),
      ]);
    } else recording?.happen({ type: "ended", atMs });
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
