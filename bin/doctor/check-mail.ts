import type { MailServerFailure } from "@/lib/platform/mail";
import { type Finding, failed, passed, skipped } from "./finding";

type Input = {
  /** null without SMTP_URL. */
  server: {
    /** Opens a session up to authentication. Returns null if it succeeds. */
    verify: () => Promise<MailServerFailure | null>;
    /** Sends the test message. Returns the reason if the server refuses it, without an address. */
    send: (to: string) => Promise<string | null>;
  } | null;
  /** The address of `--mail-to`. */
  mailTo: string | null;
};

const ACTIONS: Readonly<Record<string, string>> = {
  EAUTH:
    "Correct the user and the password in SMTP_URL. Encode special characters (%40 for @), and use an application password if the provider requires one.",
  EDNS: "Correct the host in SMTP_URL, or the name service of this machine.",
  ECONNECTION:
    "Check host and port in SMTP_URL, and whether the network lets this machine send mail (465 or 587).",
  ETIMEDOUT:
    "Check host and port in SMTP_URL, and whether the network lets this machine send mail (465 or 587).",
  ESOCKET:
    "Check port and protocol: smtps:// for port 465, smtp:// for 587. The certificate must be valid for the host.",
  ETLS: "The server offers no TLS. Use smtps://, or list its host in PLAINTEXT_HOSTS if its network is trusted.",
};
const OTHER_ACTION = "Read the log of the mail server. Mails wait in the queue and are retried.";

/** Whether the mail server accepts this installation's mails. */
export async function checkMail({ server, mailTo }: Input): Promise<Finding> {
  if (server === null)
    return mailTo !== null
      ? failed("no message was sent, as SMTP_URL is not set", "Set SMTP_URL and MAIL_FROM (.env.example).")
      : skipped("SMTP_URL is not set: links of invitations are copied, not mailed");
  const failure = await server.verify();
  if (failure !== null) {
    const { code, status } = failure;
    return failed(
      `the session with the mail server failed (${code}${status === null ? "" : ` ${status}`})`,
      ACTIONS[code] ?? OTHER_ACTION,
    );
  }
  if (mailTo === null) return passed("the mail server accepts this installation's login");
  const refusal = await server.send(mailTo);
  if (refusal !== null)
    return failed(
      `the mail server refused the test message (${refusal})`,
      "Check MAIL_FROM: the server must allow this sender. Then check the address of --mail-to.",
    );
  return passed("the mail server accepted the test message: look for it in the mailbox, also under spam");
}
