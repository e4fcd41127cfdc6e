import { clock } from "@/components/words";
import type { Formatter, Translator } from "@/messages/translator";

const SECOND_MS = 1_000;
const EMPTY = "–";

export const formatCount = (format: Formatter, value: number | null): string =>
  value === null ? EMPTY : format.number(value);

/** A share in percent; a dash for a share of nothing. */
export const formatPercent = (format: Formatter, part: number, total: number): string =>
  total === 0 ? EMPTY : format.number(part / total, { style: "percent", maximumFractionDigits: 1 });

/** Minutes with one decimal, as a sum of the durations that the list of calls shows. */
export const formatMinutes = (format: Formatter, minutes: number): string =>
  format.number(minutes, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The duration of a call: `1:01`. */
export const formatDuration = (ms: number | null): string => (ms === null ? EMPTY : clock(ms));

/** A latency: `640 ms` below a second, else `1.23 s`. */
export function formatLatency(t: Translator<"common.latency">, ms: number | null): string {
  if (ms === null) return EMPTY;
  return ms < SECOND_MS ? t("milliseconds", { value: ms }) : t("seconds", { value: ms / SECOND_MS });
}

export function formatMoney(format: Formatter, amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return EMPTY;
  return format.number(amount, { style: "currency", currency, maximumFractionDigits: 2 });
}
