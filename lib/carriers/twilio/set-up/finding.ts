import type { Finding } from "@/lib/integrations/schema";

export const fine = (code: string, message: string, subject: string | null = null): Finding => ({
  ok: true,
  code,
  subject,
  message,
});

export const wrong = (code: string, message: string, subject: string | null = null): Finding => ({
  ...fine(code, message, subject),
  ok: false,
});
