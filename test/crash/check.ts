import type { Line } from "./log";

/** Delay of requests sent just before the window closes, with killed processes on a slow machine. */
const ON_ITS_WAY_MS = 10_000;
/** The campaign's window in New York's time, the zone of all contacts. */
export const WINDOW = { start: "09:00", end: "18:00", days: ["mon", "tue", "wed", "thu", "fri"] } as const;

const inNewYork = new Intl.DateTimeFormat("en-GB", {
  timeZone: "America/New_York",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Whether the window is open at a moment. */
function isOpen(atMs: number): boolean {
  const parts = new Map(inNewYork.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const time = `${parts.get("hour")}:${parts.get("minute")}`;
  const day = parts.get("weekday")?.toLowerCase() ?? "";
  return WINDOW.days.some((windowDay) => windowDay === day) && time >= WINDOW.start && time < WINDOW.end;
}

type RequestLine = Extract<Line, { event: "asked" }>;
const isAsked = (line: Line): line is RequestLine => line.event === "asked";

/** Only after one of these nothing has happened for certain, and the key may be asked for again. */
const NOTHING_HAPPENED: ReadonlySet<string> = new Set(["retry", "away"]);

function findPlacedTwice(lines: readonly Line[]): string[] {
  const maybe = new Set<string>();
  const started = new Set<string>();
  return lines.flatMap((line) => {
    const wrong: string[] = [];
    if (line.event === "started") {
      if (started.has(line.key)) wrong.push(`${line.key} was called twice.`);
      started.add(line.key);
    }
    if (isAsked(line)) {
      if (maybe.has(line.key)) wrong.push(`${line.key} was asked for again, though it may have happened.`);
      if (!NOTHING_HAPPENED.has(line.answer)) maybe.add(line.key);
    }
    return wrong;
  });
}

/** The most calls that ever took a line at once. */
export function mostAtOnce(lines: readonly Line[]): number {
  let [now, most] = [0, 0];
  for (const { event } of lines) {
    if (event === "started") now += 1;
    if (event === "over") now -= 1;
    most = Math.max(most, now);
  }
  return most;
}

const outside = (lines: readonly Line[]): string[] =>
  lines
    .filter(isAsked)
    .filter(({ at }) => !isOpen(Date.parse(at)) && !isOpen(Date.parse(at) - ON_ITS_WAY_MS))
    .map(({ key, at }) => `${key} was asked for at ${at}, outside the window.`);

function leftAlone(lines: readonly Line[]): string[] {
  const since = new Map<string, number>();
  return lines.flatMap((line) => {
    if (line.event === "left_alone") since.set(line.to, Date.parse(line.at));
    const from = since.get("to" in line ? line.to : "");
    return isAsked(line) && from !== undefined && Date.parse(line.at) > from + ON_ITS_WAY_MS
      ? [`${line.key} was asked for at ${line.at}, after the number was to be left alone.`]
      : [];
  });
}

/** Violations in the carrier's log; empty if there are none. */
export function brokenIn(lines: readonly Line[], cap: number): string[] {
  const maxAtOnce = mostAtOnce(lines);
  const over = maxAtOnce > cap ? [`${maxAtOnce} calls were under way at once, and ${cap} are allowed.`] : [];
  const under =
    maxAtOnce < cap
      ? [`At most ${maxAtOnce} calls were under way at once: that the cap of ${cap} holds was not shown.`]
      : [];
  return [...findPlacedTwice(lines), ...over, ...under, ...outside(lines), ...leftAlone(lines)];
}
