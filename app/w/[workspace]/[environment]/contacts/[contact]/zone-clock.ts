/**
 * Formats a time (RFC 3339) in an IANA zone. It is composed from parts, so that server and browser produce the same text
 * even if their locale data differ in punctuation.
 */
export function zoneClock(at: string, timeZone: string): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  return { day: part("weekday"), time: `${part("hour")}:${part("minute")}` };
}

const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;

/** `08:15` in minutes since the day began; `24:00` is its end. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * HOUR_MINUTES + minutes;
}
