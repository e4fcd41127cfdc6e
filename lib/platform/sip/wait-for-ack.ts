import type { SessionDialog } from "sip.js/lib/core/index.js";
import type { SipContext } from "./context";
import { extractSdp } from "./sdp-body";
import { sendInDialog } from "./send-request";
import type { SipDialog } from "./types";

/**
 * Waits for the ACK of a 2xx. Resolves with the dialog and the SDP of the ACK, or with null if the caller hung up first, the ACK
 * never comes, or the dialog cannot be created; the call is ended then. The dialog exists before the next message is handled.
 */
export function waitForAck(
  context: SipContext,
  session: SessionDialog,
  createDialog: () => SipDialog,
): Promise<{ dialog: SipDialog; sdp: string | null } | null> {
  return new Promise((resolve) => {
    const hangUp = () => {
      resolve(null);
      void sendInDialog(context, session, null, "BYE");
      session.dispose();
    };
    session.delegate = {
      onAck: ({ message }) => {
        const received = context.received.get(message);
        try {
          resolve({ dialog: createDialog(), sdp: received ? extractSdp(received.message) : null });
        } catch (error) {
          // The core awaits no second ACK, so its time limit has ended.
          hangUp();
          throw error;
        }
      },
      onAckTimeout: hangUp,
      onBye: (request) => {
        resolve(null);
        request.accept();
      },
    };
  });
}
