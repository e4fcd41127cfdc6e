import type { Values } from "@/lib/masking";
import { markData } from "./data-mark";
import type { ModelAgent } from "./model-contract";

/** How the other side takes in the agent's words. */
export type Channel = "phone" | "web" | "sms" | "chat";

/** What a prompt tells of the moment and of what is known by then. */
export type Facts = {
  channel: Channel;
  /** The moment of this step, RFC 3339. */
  now: string;
  timeZone: string;
  /** What is known by now, by the agent's variables. */
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

/** Making a format takes longer than all else of a prompt, and a workspace has callers in a few zones. */
const MAX_FORMATS = 100;
const formats = new Map<
  string,
  { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat; offset: Intl.DateTimeFormat }
>();

function formatsOf(timeZone: string) {
  const made = formats.get(timeZone) ?? {
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
  formats.set(timeZone, made);
  return made;
}

/** The moment as a calendar and a clock in that zone show it: "Monday, 23 November 2026, 04:00 (UTC, UTC+00:00)". */
export function momentIn(now: string, timeZone: string): string {
  const at = new Date(now);
  const { day, time, offset } = formatsOf(timeZone);
  const zone = offset.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return `${day.format(at)}, ${time.format(at)} (${timeZone}, ${zone.replace("GMT", "UTC")})`;
}

/** The day of a moment in that zone, as YYYY-MM-DD. */
export const dayIn = (now: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(now),
  );

/** What is known and what is missing: for each step anew, so that a model need not find it in the history. */
export function knownFacts({ variables }: Pick<ModelAgent, "variables">, facts: Facts): string {
  const { channel, now, timeZone, values } = facts;
  const known = Object.fromEntries(
    variables.flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
  );
  const missing = variables.filter(({ name }) => !Object.hasOwn(values, name));
  const required = missing.filter((variable) => variable.required).map(({ name }) => name);
  const optional = missing.filter((variable) => !variable.required).map(({ name }) => name);
  const lines = [
    MEDIUM[channel],
    `It is ${momentIn(now, timeZone)}. Count days such as "tomorrow" from this date. Invent no date, time, price or fact that you have not been given.`,
    Object.keys(known).length > 0
      ? `Known by now, so do not ask for it again unless the caller corrects it: ${markData(known)}`
      : null,
    required.length > 0 ? `Still to find out: ${required.join(", ")}.` : null,
    optional.length > 0 ? `To find out if it comes up: ${optional.join(", ")}.` : null,
    variables.length > 0 && required.length === 0 ? "Everything that is required is known." : null,
  ];
  return lines.filter((line) => line !== null).join("\n");
}
