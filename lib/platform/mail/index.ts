import { env } from "@/lib/platform/env";
import { mailer, type SendMail } from "./mailer";

export { type Mail, MailRefused, type SendMail } from "./mailer";

/** Whether mails can leave: the operator has set SMTP_URL. */
export const isMailOn = env.SMTP_URL !== undefined;

/** The process's one way to send mails; null where the operator has set no server. */
export const sendMail: SendMail | null =
  env.SMTP_URL === undefined || env.MAIL_FROM === undefined
    ? null
    : mailer({ url: env.SMTP_URL, from: env.MAIL_FROM, plainHosts: env.PLAINTEXT_HOSTS });

/** Where people reach the product, for a link: PARLEY_BASE_URL, else this machine. */
export const linkTo = (path: string): string =>
  `${(env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, "")}${path}`;
