import {
  type IncomingInfoRequest,
  type IncomingNotifyRequest,
  type IncomingReferRequest,
  type Session,
  SessionDialog,
} from "sip.js/lib/core/index.js";
import { extractUri } from "./address";
import type { SipContext } from "./context";
import type { DigestAccount } from "./digest-client";
import { readHeader } from "./message";
import { sendInDialog } from "./send-request";
import type { SipDialogHandlers } from "./types";

/** The longest transfer target that is passed on. */
const MAX_TARGET = 500;
/** How long the peer's subscription to a transfer is, in seconds. */
const SUBSCRIPTION_S = 60;

/** The value of the `Signal` line of a body (`Signal=5`), or null. */
function readSignal(body: string): string | null {
  for (const line of body.split(/\r?\n/)) {
    const [name = "", value = ""] = line.split("=").map((part) => part.trim());
    if (name.toLowerCase() === "signal" && /^(?:[0-9A-D*#]|1[01])$/i.test(value)) return value;
  }
  return null;
}

/** Answers INFO: a key of `application/dtmf-relay` is passed on, and 415 refuses every body else. */
export function receiveInfo(
  context: SipContext,
  request: IncomingInfoRequest,
  handlers: SipDialogHandlers,
): void {
  const message = context.received.get(request.message)?.message;
  const type = (message && readHeader(message, "content-type"))?.split(";")[0]?.trim().toLowerCase();
  const signal = readSignal(message?.body ?? "");
  if (message?.body === "") request.accept();
  else if (type === "application/dtmf-relay" && signal) {
    request.accept();
    handlers.onKey?.(signal === "10" ? "*" : signal === "11" ? "#" : signal.toUpperCase());
  } else
    request.reject({ statusCode: 415, extraHeaders: ["Accept: application/sdp, application/dtmf-relay"] });
}

/** The status of a NOTIFY of a transfer, and whether it is the last, or null for another NOTIFY. */
export function readTransferStatus(
  context: SipContext,
  request: IncomingNotifyRequest,
): { status: number; isLast: boolean } | null {
  const message = context.received.get(request.message)?.message;
  const event = (message && readHeader(message, "event"))?.split(";")[0]?.trim().toLowerCase();
  const status = Number(/^SIP\/2\.0 (\d{3})/.exec(message?.body ?? "")?.[1]);
  if (!message || event !== "refer" || !status) return null;
  const state = (readHeader(message, "subscription-state") ?? "").toLowerCase();
  return { status, isLast: status >= 200 || state.startsWith("terminated") };
}

/** Answers REFER, and reports the transfer's result by NOTIFY if the handler tells it. */
export function receiveRefer(
  context: SipContext,
  { session, account }: { session: Session; account: DigestAccount | null },
  request: IncomingReferRequest,
  handlers: SipDialogHandlers,
): void {
  const message = context.received.get(request.message)?.message;
  const target = extractUri((message && readHeader(message, "refer-to")) ?? "");
  if (target === "" || target.length > MAX_TARGET) return void request.reject({ statusCode: 400 });
  const decision = handlers.onRefer?.(target) ?? false;
  if (decision === false) return void request.reject({ statusCode: 603 });
  request.accept({ statusCode: 202 });
  const notify = (statusLine: string, state: string) =>
    sendInDialog(context, asDialog(session), account, "NOTIFY", {
      headers: [`Event: refer;id=${request.message.cseq}`, `Subscription-State: ${state}`],
      body: {
        contentDisposition: "render",
        contentType: "message/sipfrag;version=2.0",
        content: `SIP/2.0 ${statusLine}\r\n`,
      },
    });
  if (decision === true) return void notify("100 Trying", "terminated;reason=noresource");
  void notify("100 Trying", `active;expires=${SUBSCRIPTION_S}`);
  decision.then(
    ({ status }) => notify(`${status} Result`, "terminated;reason=noresource"),
    () => notify("500 Server Internal Error", "terminated;reason=noresource"),
  );
}

/** The core's sessions are dialogs; its interface of a session hides that. */
export function asDialog(session: Session): SessionDialog {
  if (!(session instanceof SessionDialog)) throw new Error("The session is not a dialog.");
  return session;
}
