import { SipConnectError } from "./connect";
import type { SipContext } from "./context";
import { localFailure } from "./failure";
import { OutgoingCall } from "./outgoing-invite";
import type { InviteResult, OutgoingInvite, SipTrunk } from "./types";

/** Places a call at a trunk. Never rejects. */
export async function placeCall(
  context: SipContext,
  trunk: SipTrunk,
  invite: OutgoingInvite,
): Promise<InviteResult> {
  const isCanceled = () => invite.signal.aborted;
  const canceled = localFailure("The call was canceled.", false, 487);
  if (context.isDraining) return localFailure("The gateway is shutting down.", false, 503);
  if (context.dialogs.size >= context.limits.dialogs) return localFailure("Too many calls.", false, 503);
  if (isCanceled()) return canceled;
  try {
    const connection = await context.connections.forTrunk(trunk);
    if (isCanceled()) return canceled;
    return await new OutgoingCall(context, trunk, invite, connection).place();
  } catch (error) {
    if (!(error instanceof SipConnectError)) throw error;
    // RFC 3261, 8.1.3.1: a fault of the transport counts as 503.
    return localFailure(`No connection (${error.at}): ${error.message}`, false, 503);
  }
}
