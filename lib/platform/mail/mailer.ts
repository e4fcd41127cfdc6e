import type { ComposedMail } from "./mail-content";
import { createMailTransport, type MailServer } from "./transport";

/** A mail as text and as HTML. `to` is one address. */
export type Mail = ComposedMail & { to: string };
/**
 * Sends a mail through the operator's server. Throws `MailRefusedError`, whose message contains nothing of
 * the mail.
 */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * The server rejected a mail. `isPermanent`: it would reject the same mail again (RFC 5321, 4.2.1: a reply
 * 5yz).
 */
export class MailRefusedError extends Error {
  constructor(
    readonly isPermanent: boolean,
    /** The code of the failure and the status of the server's reply, if there is one. */
    readonly reason: string,
  ) {
    super(`The mail server rejected a mail (${reason}).`);
    this.name = "MailRefusedError";
  }
}

const PERMANENT = 500;

/** Error codes about the mail itself: its sender, recipient or text. */
const ABOUT_THE_MAIL = ["EENVELOPE", "EMESSAGE"];

/** Describes a failure without the server's message, which quotes the rejected address. */
function describeRefusal(error: unknown): MailRefusedError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const reason = typeof code === "string" ? code : "no answer";
  if (typeof responseCode !== "number") return new MailRefusedError(false, reason);
  const isPermanent = ABOUT_THE_MAIL.includes(reason) && responseCode >= PERMANENT;
  return new MailRefusedError(isPermanent, `${reason} ${responseCode}`);
}

/** Creates a sender for one server. Each mail uses its own connection, since there are few. */
export function createMailer(options: MailServer & { from: string }): SendMail {
  return async ({ to, subject, text, html }) => {
    const transport = createMailTransport(options);
    try {
      await transport.sendMail({
        from: options.from,
        to: { name: "", address: to },
        subject,
        text,
        html,
        // RFC 3834: no out-of-office reply.
        headers: { "Auto-Submitted": "auto-generated" },
      });
    } catch (error) {
      throw describeRefusal(error);
    } finally {
      transport.close();
    }
  };
}
