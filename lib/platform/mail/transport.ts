import { createTransport, type Transporter } from "nodemailer";
import { isPlaintextMailAllowed } from "./plaintext";

/** Timeouts of the mail server. The job retries later. */
const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

/** `url`: SMTP_URL. `plaintextHosts`: hosts that may be contacted without TLS. */
export type MailServer = { url: string; plaintextHosts: readonly string[] };

/**
 * Creates a transport with TLS 1.2 or higher, implicit (`smtps:`) or by STARTTLS, and a certificate valid for
 * the host. Only this machine and the hosts in PLAINTEXT_HOSTS are contacted without TLS.
 */
export function createMailTransport({ url, plaintextHosts }: MailServer): Transporter {
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
