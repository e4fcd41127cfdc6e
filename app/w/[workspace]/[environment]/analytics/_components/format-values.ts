import { clock } from "@/components/words";
import type { Formatter } from "@/messages/translator";

const SECOND_MS = 1_000;
const EMPTY = "–";

export const formatCount = (format: Formatter, value: number | null): string =>
  value === null ? EMPTY : format.number(value);

/** A share in percent; a dash for a share of nothing. */
export const formatPercent = (format: Formatter, part: number, total: number): string =>
  total === 0 ? EMPTY : format.number(part / total, { style: "percent", maximumFractionDigits: 1 });

/** The duration of a call: `1:01`. */
export const formatDuration = (ms: number | null): string => (ms === null ? EMPTY : clock(ms));

/** A latency: milliseconds below a second, else seconds. */
export function formatLatency(format: Formatter, ms: number | null): string {
  if (ms === null) return EMPTY;
  const unit = ms < SECOND_MS ? "millisecond" : "second";
  const value = ms < SECOND_MS ? ms : ms / SECOND_MS;
  return format.number(value, { style: "unit", unit, unitDisplay: "narrow", maximumFractionDigits: 2 });
}

export function formatMoney(format: Formatter, amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return EMPTY;
  return format.number(amount, { style: "currency", currency, maximumFractionDigits: 2 });
}
