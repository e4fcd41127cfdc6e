import { serverTranslator } from "@/messages/server-translator";
import type { MailContent } from "./mail-content";

/** The message with which an operator checks the mail server. `url`: the installation's address. */
export function testMail(url: string): MailContent {
  const t = serverTranslator("emails");
  return {
    title: t("doctor.title"),
    paragraphs: [t("doctor.text")],
    button: { label: t("doctor.action"), url },
    help: t("doctor.help"),
  };
}
