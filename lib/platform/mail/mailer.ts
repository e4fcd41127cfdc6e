import { createTransport, type Transporter } from "nodemailer";
import type { ComposedMail } from "./mail-content";
import { isPlaintextMailAllowed } from "./plaintext";

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
    reason: string,
  ) {
    super(`The mail server rejected a mail (${reason}).`);
    this.name = "MailRefusedError";
  }
}

/** Timeouts of the mail server. The job retries later. */
const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const PERMANENT = 500;
const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

type Options = { url: string; from: string; plaintextHosts: readonly string[] };

/**
 * Creates a transport with TLS 1.2 or higher, implicit (`smtps:`) or by STARTTLS, and a certificate valid for
 * the host. Only this machine and the hosts in PLAINTEXT_HOSTS are contacted without TLS.
 */
function createMailTransport({ url, plaintextHosts }: Options): Transporter {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isImplicitTls = protocol === "smtps:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isPlaintext = !isImplicitTls && isPlaintextMailAllowed(host, plaintextHosts);
  return createTransport({
    host,
    port: port === "" ? (PORTS[protocol] ?? 0) : Number(port),
    secure: isImplicitTls,
    ...(isPlaintext ? { ignoreTLS: true } : { requireTLS: true }),
    tls: { minVersion: "TLSv1.2" },
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // Nothing in a mail is loaded from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

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
export function createMailer(options: Options): SendMail {
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
