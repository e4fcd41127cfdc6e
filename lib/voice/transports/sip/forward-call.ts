import type { TrunkEntry } from "@/lib/agents/integrations";
import type { MediaSession } from "@/lib/platform/rtp";
import type { IncomingInvite } from "@/lib/platform/sip";
import { bridge } from "./bridge";
import { answerOffer, applyAnswer } from "./media-options";
import { type LegFailure, placeLeg } from "./place-leg";
import type { SipContext } from "./sip-context";

const STATUSES: Record<LegFailure, number> = { busy: 486, no_answer: 480, unreachable: 480 };

type Forward = { media: MediaSession; answer: string; to: string; callerId: string };

/**
 * Forwards a call that no agent answers to the number's fallback number, over the same trunk. The caller hears their carrier's
 * ringing tone meanwhile. Nothing is heard, recorded or stored. Resolves when the call is over; until then it counts as an admitted call.
 */
export async function forwardCall(
  context: SipContext,
  entry: TrunkEntry,
  invite: IncomingInvite,
  { media, answer, to, callerId }: Forward,
): Promise<void> {
  invite.ring();
  const leg = await placeLeg(context, entry, { to, from: callerId }, invite.canceled);
  if (typeof leg === "string") {
    media.close();
    return invite.reject(STATUSES[leg]);
  }
  const accepted = await invite.accept(answer, { onOffer: (sdp) => answerOffer(media, sdp) });
  if (accepted === null) {
    await leg.dialog.bye();
    leg.media.close();
    return media.close();
  }
  if (invite.sdp === null) applyAnswer(media, accepted.sdp);
  await bridge({ media, dialog: accepted.dialog }, leg);
}
