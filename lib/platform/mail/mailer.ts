import { createTransport, type Transporter } from "nodemailer";
import { isPlainAllowed } from "./plain";

/** A mail in plain words. `to` is one address. */
export type Mail = { to: string; subject: string; text: string };
/** Hands a mail to the operator's server. Throws `MailRefused`, whose message holds nothing of the mail. */
export type SendMail = (mail: Mail) => Promise<void>;

/** The server did not take a mail. `forGood`: it would refuse the same mail again (RFC 5321, 4.2.1: a reply 5yz). */
export class MailRefused extends Error {
  constructor(
    readonly forGood: boolean,
    reason: string,
  ) {
    super(`The mail server did not take a mail (${reason}).`);
    this.name = "MailRefused";
  }
}

/** A server that does not answer in these times is asked again later, by the job. */
const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const PERMANENT = 500;
const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

type Options = { url: string; from: string; plainHosts: readonly string[] };

/**
 * TLS of 1.2 or higher, at once (`smtps:`) or by STARTTLS, with a certificate that is valid for the host. Only this
 * machine and hosts that the operator lists are spoken to in clear.
 */
function transportOf({ url, plainHosts }: Options): Transporter {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const plain = !secure && isPlainAllowed(host, plainHosts);
  return createTransport({
    host,
    port: port === "" ? (PORTS[protocol] ?? 0) : Number(port),
    secure,
    ...(plain ? { ignoreTLS: true } : { requireTLS: true }),
    tls: { minVersion: "TLSv1.2" },
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // A mail is words alone: nothing of it is fetched from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Where the server spoke of the mail itself: its sender, whom it is for, its words. */
const ABOUT_THE_MAIL = ["EENVELOPE", "EMESSAGE"];

/** What may be told of a failure: the server's words quote the address that it refused. */
function refusalOf(error: unknown): MailRefused {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const reason = typeof code === "string" ? code : "no answer";
  if (typeof responseCode !== "number") return new MailRefused(false, reason);
  const forGood = ABOUT_THE_MAIL.includes(reason) && responseCode >= PERMANENT;
  return new MailRefused(forGood, `${reason} ${responseCode}`);
}

/** A sender through one server. Each mail has a connection of its own, as there are few. */
export function mailer(options: Options): SendMail {
  return async ({ to, subject, text }) => {
    const transport = transportOf(options);
    try {
      await transport.sendMail({ from: options.from, to: { name: "", address: to }, subject, text });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      transport.close();
    }
  };
}
