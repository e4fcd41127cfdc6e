import { transferAnsweredUrl, transferEndedUrl, transferMachineUrl } from "./callback-urls";
import { type TransferLeg, toTransferQuery } from "./transfer-leg";
import { transferTwiml } from "./twiml";

/** About five rings, which the waiting caller hears. */
const RING_TIMEOUT_S = 25;
/** The same limit as for any call placed here. */
const MAX_TRANSFER_S = 4 * 3_600;

/** The TwiML that dials one target of a transfer. `copyStreamUrl`: null if no copy is needed, or one runs already. */
export function legTwiml(
  integrationId: string,
  leg: TransferLeg,
  { to, copyStreamUrl }: { to: string; copyStreamUrl: string | null },
): string {
  const query = toTransferQuery(leg);
  const isHuman = leg.kind === "human";
  return transferTwiml({
    to,
    ringTimeoutS: RING_TIMEOUT_S,
    timeLimitS: MAX_TRANSFER_S,
    actionUrl: transferEndedUrl(integrationId, query),
    answeredUrl: transferAnsweredUrl(integrationId, { ...query, step: isHuman ? "brief" : "connect" }),
    // The payment line is a machine.
    machineUrl: isHuman ? transferMachineUrl(integrationId, leg.callId) : null,
    copyStreamUrl,
  });
}
