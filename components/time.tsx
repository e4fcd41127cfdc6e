"use client";

import { useSyncExternalStore } from "react";

/** `ago` says how long it is since, or until. */
type As = "datetime" | "date" | "time" | "ago";

const FORMATS: Record<Exclude<As, "ago">, Intl.DateTimeFormatOptions> = {
  datetime: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  time: { timeStyle: "medium" },
};

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

function ago(at: Date): string {
  const ms = at.getTime() - Date.now();
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ["second", 1_000];
  if (unit === "second") return ms > 0 ? "in a moment" : "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(ms / size), unit);
}

const never = () => () => undefined;

/**
 * A time in the zone of who looks. The server does not know the zone and writes UTC, and says so; the browser puts its
 * own in place. `at`: RFC 3339; it is in the title, whole.
 */
export function Time({ at, as = "datetime" }: { at: string; as?: As }) {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const date = new Date(at);
  const format = (kind: Exclude<As, "ago">, timeZone?: string) =>
    new Intl.DateTimeFormat("en", { ...FORMATS[kind], ...(timeZone && { timeZone }) }).format(date);
  const text = !isHere
    ? `${format(as === "ago" ? "datetime" : as, "UTC")} UTC`
    : as === "ago"
      ? ago(date)
      : format(as);
  return (
    <time dateTime={at} title={at} style={{ whiteSpace: "nowrap" }}>
      {text}
    </time>
  );
}
