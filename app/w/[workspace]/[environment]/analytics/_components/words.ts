import { clock } from "@/components/words";

const SECOND_MS = 1_000;

export const count = (n: number | null): string => (n === null ? "–" : n.toLocaleString("en"));

/** A part of a whole in per cent; of nothing there is none. */
export const share = (part: number, of: number): string =>
  of === 0 ? "–" : (part / of).toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });

/** A length of a call: `1:01`. */
export const long = (ms: number | null): string => (ms === null ? "–" : clock(ms));
/** The wait for an answer: milliseconds, from a second on seconds. */
export function wait(ms: number | null): string {
  if (ms === null) return "–";
  return ms < SECOND_MS
    ? `${ms} ms`
    : `${(ms / SECOND_MS).toLocaleString("en", { maximumFractionDigits: 2 })} s`;
}

export function money(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return "–";
  return amount.toLocaleString("en", { style: "currency", currency, maximumFractionDigits: 2 });
}
