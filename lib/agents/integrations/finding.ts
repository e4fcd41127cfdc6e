import type { Finding } from "./schema";

/** What is as it must be. */
export const fine = (code: string, message: string, subject: string | null = null): Finding => ({
  ok: true,
  code,
  subject,
  message,
});

/** What is wrong; the message says what to do. */
export const wrong = (code: string, message: string, subject: string | null = null): Finding => ({
  ...fine(code, message, subject),
  ok: false,
});
