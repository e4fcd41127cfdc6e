"use client";

import { useFormatter, useTranslations } from "next-intl";
import { TIME_ZONE } from "@/messages/formats";
import { useHydrated } from "./use-hydrated";

/** `ago` shows the time that has passed, or is left. `clock` shows hours and minutes, and the date unless it is today. */
type As = "datetime" | "date" | "time" | "clock" | "ago";

const UNITS = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** The format of a time for `clock`, in the viewer's zone. */
const clockFormat = (date: Date): "clock" | "datetime" =>
  date.toDateString() === new Date().toDateString() ? "clock" : "datetime";

function useAgo(): (at: Date) => string {
  const t = useTranslations("common.time");
  const format = useFormatter();
  return (at) => {
    const now = new Date();
    const ms = at.getTime() - now.getTime();
    const unit = UNITS.find(([, length]) => Math.abs(ms) >= length)?.[0];
    if (unit === undefined) return ms > 0 ? t("soon") : t("justNow");
    return format.relativeTime(at, { now, unit });
  };
}

/**
 * A time in the viewer's zone. The server does not know the zone and shows UTC; the browser replaces it. `at`: RFC 3339,
 * which is the tooltip.
 */
export function Time({ at, as = "datetime" }: { at: string; as?: As }) {
  const isInBrowser = useHydrated();
  const format = useFormatter();
  const ago = useAgo();
  const date = new Date(at);
  const text = !isInBrowser
    ? `${format.dateTime(date, as === "ago" || as === "clock" ? "datetime" : as, { timeZone: TIME_ZONE })} UTC`
    : as === "ago"
      ? ago(date)
      : format.dateTime(date, as === "clock" ? clockFormat(date) : as, {
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        });
  return (
    <time dateTime={at} title={isInBrowser ? at : undefined}>
      {text}
    </time>
  );
}
