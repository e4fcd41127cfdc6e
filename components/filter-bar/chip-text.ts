import type { useFormatter } from "next-intl";
import { TIME_ZONE } from "@/messages/formats";
import type { Translator } from "@/messages/translator";
import { type DayZone, dateOfDay, daysBetween } from "./day-range";
import type { DaysFilter, DurationFilter, Filter, Get, Option } from "./filter";

export const SECOND_MS = 1_000;

type Texts = {
  t: Translator<"common.filters">;
  format: ReturnType<typeof useFormatter>;
  /** UTC on the server, which does not know the viewer's zone. */
  zone: (filter: DaysFilter) => DayZone;
};

function daysText({ t, format, zone }: Texts, filter: DaysFilter, get: Get): string {
  const { label, after, before } = filter;
  const text = (day: string) => format.dateTime(dateOfDay(day), "date", { timeZone: TIME_ZONE });
  const { from, to } = daysBetween(get(after), get(before), zone(filter));
  if (from !== "" && from === to) return t("day", { label, day: text(from) });
  if (from !== "" && to !== "") return t("between", { label, from: text(from), to: text(to) });
  if (from !== "") return t("from", { label, from: text(from) });
  return to === "" ? label : t("until", { label, to: text(to) });
}

function durationText({ t }: Texts, { label, min, max }: DurationFilter, get: Get): string {
  const seconds = (name: string) => Number(get(name)) / SECOND_MS;
  const hasMax = Boolean(get(max));
  if (get(min))
    return hasMax
      ? t("seconds", { label, min: seconds(min), max: seconds(max) })
      : t("atLeast", { label, min: seconds(min) });
  return hasMax ? t("atMost", { label, max: seconds(max) }) : label;
}

/** The text of an active filter's chip: "Status is Completed". `options`: those of a choice, once they are loaded. */
export function chipText(texts: Texts, filter: Filter, get: Get, options: readonly Option[]): string {
  if (filter.kind === "days") return daysText(texts, filter, get);
  if (filter.kind === "duration") return durationText(texts, filter, get);
  const value = get(filter.id) ?? "";
  const option = options.find((candidate) => candidate.value === value);
  const { t } = texts;
  return t("is", { label: filter.label, value: option?.label ?? value });
}
