import { serverTranslator } from "@/messages/server-translator";

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** A time for people, in UTC, as a mail does not know its reader's time zone. `at`: RFC 3339. */
export function mailTime(at: string): string {
  const t = serverTranslator("emails");
  return t("frame.utc", { at: TIME.format(new Date(at)) });
}
