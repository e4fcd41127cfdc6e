import type { TrunkLimits } from "@/lib/outreach/trunk-limits/schema";

/** The values of the inputs. An empty text is no limit. `currency` is empty if minutes are limited instead of money. */
export type LimitValues = {
  currency: string;
  asOf: string;
  defaultPrice: string;
  prefixes: string;
  perDay: string;
  perHour: string;
  perCountry: string;
  failedPercent: string;
};

const textOf = (value: number | null): string => (value === null ? "" : String(value));
const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** The inputs of stored limits. */
export const valuesOf = ({ prices, ...limits }: TrunkLimits): LimitValues => ({
  currency: prices?.currency ?? "",
  asOf: prices?.as_of ?? "",
  defaultPrice: textOf(prices?.default_per_minute ?? null),
  prefixes: (prices?.by_prefix ?? []).map(({ prefix, per_minute }) => `${prefix} ${per_minute}`).join("\n"),
  perDay: textOf(limits.per_day),
  perHour: textOf(limits.per_hour),
  perCountry: textOf(limits.calls_per_country),
  failedPercent: textOf(limits.failed_percent),
});

/** Reads lines of a prefix and a price. The schema of the body finds the mistakes. */
const prefixesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim().split(" "))
    .filter(([prefix]) => prefix !== "")
    .map((parts) => ({ prefix: parts[0] ?? "", per_minute: Number(parts.at(-1)) }));

/** The body of the request that sets the limits. */
export const bodyOf = (values: LimitValues) => ({
  prices:
    values.currency.trim() === ""
      ? null
      : {
          currency: values.currency.trim(),
          as_of: values.asOf,
          default_per_minute: numberOf(values.defaultPrice) ?? Number.NaN,
          by_prefix: prefixesOf(values.prefixes),
        },
  per_day: numberOf(values.perDay),
  per_hour: numberOf(values.perHour),
  calls_per_country: numberOf(values.perCountry),
  failed_percent: numberOf(values.failedPercent),
});

const FIELDS: Readonly<Record<string, keyof LimitValues>> = {
  "prices.currency": "currency",
  "prices.as_of": "asOf",
  "prices.default_per_minute": "defaultPrice",
  per_day: "perDay",
  per_hour: "perHour",
  calls_per_country: "perCountry",
  failed_percent: "failedPercent",
};

/** The input of a field of the body. */
export const fieldOf = (path: string): string =>
  path.startsWith("prices.by_prefix") ? "prefixes" : (FIELDS[path] ?? path);
