import { daysInWords } from "@/components/week";
import type { Campaign } from "@/lib/outreach/campaigns/schema";

export const RETRY_NAMES: Readonly<Record<Campaign["attempts"]["on"][number], string>> = {
  no_answer: "nobody answered",
  busy: "the line was busy",
  voicemail: "a voicemail answered",
  failed: "the call failed",
};

/** When a campaign may reach out. */
export const windowInWords = ({ days, start, end, timezone }: Campaign["window"]): string =>
  `${daysInWords(days)}, ${start}–${end} ${timezone === "callee" ? "on the clock of whoever is reached" : `in ${timezone}`}`;

/** Describes the number of attempts and the results that cause a retry. */
export function attemptsInWords({ max, retry_after_minutes: pause, on }: Campaign["attempts"]): string {
  if (max === 1 || on.length === 0) return "Once";
  const reasons = on.map((reason) => RETRY_NAMES[reason]).join(", or ");
  return `At most ${max} times, again after ${pause} min if ${reasons}`;
}

/** The verb of a campaign's channel: call or text. */
export const DONE: Readonly<Record<Campaign["channel"], { call: string; called: string; calls: string }>> = {
  phone: { call: "call", called: "called", calls: "calls" },
  sms: { call: "text", called: "texted", calls: "texts" },
};

/** How many at once, and how fast one after the other. */
export function paceInWords({
  channel,
  max_concurrent_calls: atOnce,
  calls_per_second: perS,
}: Campaign): string {
  const { call, calls } = DONE[channel];
  return `${atOnce.toLocaleString("en")} ${atOnce === 1 ? call : calls} at once, ${perS} a second`;
}

/** About how long something takes. */
export function aboutInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
