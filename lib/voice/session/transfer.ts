import type { TransferAnswer, TransferRequest } from "@/lib/calls/calls";
import { followBridge } from "./follow-bridge";
import type { HeldCall } from "./held-call";
import { type Notices, ONE_MOMENT } from "./notices";
import { createBriefing } from "./transfer-briefing";

/** Transfers the caller of a session, with the recording as its consent allows. */
export function createTransfer(heldCall: HeldCall, notices: Pick<Notices, "say">) {
  let bridged: Promise<void> | null = null;
  let stop: () => void = () => undefined;
  let pending = 0;

  async function transfer({ targets, kind }: TransferRequest, signal: AbortSignal): Promise<TransferAnswer> {
    const { line, recording, call } = heldCall;
    if (line.transfer === undefined) return { ok: false, reason: "no_telephone" };
    await notices.say(ONE_MOMENT);
    if (signal.aborted) return { ok: false, reason: "ended" };
    // A payment is never recorded, for all settings of the agent.
    const followed = kind === "human" ? await followBridge(heldCall) : null;
    if (followed !== null) stop = followed.stop;
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
    async transfer(request: TransferRequest, signal: AbortSignal): Promise<TransferAnswer> {
      pending++;
      try {
        return await transfer(request, signal);
      } finally {
        pending--;
      }
    },
    /** Whether the caller is being transferred now. */
    isTransferring: () => pending > 0,
    /** Resolves at the end of a recorded bridge. */
    bridged: () => bridged,
    /** This process ends: nothing more is heard here. */
    stop: () => stop(),
  };
}
