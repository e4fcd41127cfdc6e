import { env } from "@/lib/platform/env";
import { composeMail as composeFrom } from "./compose";
import type { ComposedMail, MailContent } from "./mail-content";
import { createMailer, type SendMail } from "./mailer";

export type { ComposedMail } from "./mail-content";
export { mailTime } from "./mail-time";
export { type Mail, MailRefusedError, type SendMail } from "./mailer";
export { testMail } from "./test-mail";
export { type MailServerFailure, verifyMailServer } from "./verify-server";

/**
 * Whether the operator configured a mail server. Only the worker sends mail and gets SMTP_URL, which has a password; the
 * start tells the other processes by MAIL_ON.
 */
export const isMailOn = env.SMTP_URL !== undefined || env.MAIL_ON === "1";

/** This process's mail sender; null without a configured server. */
export const sendMail: SendMail | null =
  env.SMTP_URL === undefined || env.MAIL_FROM === undefined
    ? null
    : createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM, plaintextHosts: env.PLAINTEXT_HOSTS });

/** The absolute URL of a path, for links in mails: under PARLEY_BASE_URL, else this machine. */
export const linkTo = (path: string): string =>
  `${(env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, "")}${path}`;

/** Composes a mail of this installation. */
export const composeMail = (content: MailContent): ComposedMail =>
  composeFrom(content, new URL(linkTo("/")).host);
