import type { PhoneNumber } from "./schema";

/** Whether a number's hours are open now, in their time zone. */
export function isOpenNow({ hours }: Pick<PhoneNumber, "hours">, now: string): boolean {
  if (hours === null) return true;
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: hours.timezone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(now));
  const part = (type: string) => parts.find((item) => item.type === type)?.value ?? "";
  const day = part("weekday").toLowerCase();
  const clock = `${part("hour")}:${part("minute")}`;
  return hours.days.some((openDay) => openDay === day) && hours.start <= clock && clock < hours.end;
}
