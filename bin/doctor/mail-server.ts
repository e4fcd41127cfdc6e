import {
  composeMail,
  linkTo,
  MailRefusedError,
  sendMail,
  testMail,
  verifyMailServer,
} from "@/lib/platform/mail";
import type { Env } from "@/lib/platform/read-env";

/** The mail server of SMTP_URL for `checkMail`; null if it is not set. */
export function mailServer({ SMTP_URL: url, PLAINTEXT_HOSTS: plaintextHosts }: Env) {
  if (url === undefined) return null;
  return { verify: () => verifyMailServer({ url, plaintextHosts }), send: sendTestMail };
}

/** Sends the test message. Returns the reason if the server refuses it, without an address. */
async function sendTestMail(to: string): Promise<string | null> {
  const mail = composeMail(testMail(linkTo("/")));
  try {
    if (sendMail === null) return "MAIL_FROM is not set";
    await sendMail({ to, ...mail });
    return null;
  } catch (error) {
    return error instanceof MailRefusedError ? error.reason : "unknown reason";
  }
}
