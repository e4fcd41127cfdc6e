import type { Values } from "@/lib/masking";
import { markData } from "./mark-data";
import type { ModelAgent } from "./model-contract";

/** The medium by which the caller receives the agent's words. */
export type Channel = "phone" | "web" | "sms" | "chat";

/** Facts of one step that the prompt states. */
export type PromptFacts = {
  channel: Channel;
  /** Time of this step, RFC 3339. */
  now: string;
  timeZone: string;
  /** The values collected so far, by the agent's variables. */
  values: Values;
};

const SPOKEN =
  "Your words are spoken aloud by a voice. Use plain sentences that are easy to follow by ear: no lists, headings, markup, emoji or web addresses. Say numbers, dates and times as people say them.";
const MEDIUM: Record<Channel, string> = {
  phone: `This is a telephone call. ${SPOKEN}`,
  web: `This is a call in a browser. ${SPOKEN}`,
  sms: "This is a conversation by text message. Your words are read, not heard: plain text, a few short sentences, no markup.",
  chat: "This is a written chat. Your words are read, not heard: plain text in short paragraphs, no markup.",
};

/**
 * Cache size. Creating a format takes longer than the rest of the prompt, and the callers of a workspace are
 * in few time zones.
 */
const MAX_FORMATS = 100;
const formats = new Map<
  string,
  { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat; offset: Intl.DateTimeFormat }
>();

function formatsOf(timeZone: string) {
  const zoneFormats = formats.get(timeZone) ?? {
    day: new Intl.DateTimeFormat("en-GB", {
      timeZone,
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
    }),
    time: new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
    offset: new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }),
  };
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(timeZone, zoneFormats);
  return zoneFormats;
}

/** Formats a time in a time zone: "Monday, 23 November 2026, 04:00 (UTC, UTC+00:00)". */
export function formatMoment(now: string, timeZone: string): string {
  const at = new Date(now);
  const { day, time, offset } = formatsOf(timeZone);
  const zone = offset.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return `${day.format(at)}, ${time.format(at)} (${timeZone}, ${zone.replace("GMT", "UTC")})`;
}

/** Formats the day of a time in a time zone as YYYY-MM-DD. */
export const formatDay = (now: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(now),
  );

/**
 * States the collected and the missing values in each step, so that a model does not have to find them in the
 * history.
 */
export function describePromptFacts(
  { variables }: Pick<ModelAgent, "variables">,
  facts: PromptFacts,
): string {
  const { channel, now, timeZone, values } = facts;
  const collected = Object.fromEntries(
    variables.flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
  );
  const missing = variables.filter(({ name }) => !Object.hasOwn(values, name));
  const required = missing.filter((variable) => variable.required).map(({ name }) => name);
  const optional = missing.filter((variable) => !variable.required).map(({ name }) => name);
  const lines = [
    MEDIUM[channel],
    `It is ${formatMoment(now, timeZone)}. Count days such as "tomorrow" from this date. Invent no date, time, price or fact that you have not been given.`,
    Object.keys(collected).length > 0
      ? `Known by now, so do not ask for it again unless the caller corrects it: ${markData(collected)}`
      : null,
    required.length > 0 ? `Still to find out: ${required.join(", ")}.` : null,
    optional.length > 0 ? `To find out if it comes up: ${optional.join(", ")}.` : null,
    variables.length > 0 && required.length === 0 ? "Everything that is required is known." : null,
  ];
  return lines.filter((line) => line !== null).join("\n");
}
