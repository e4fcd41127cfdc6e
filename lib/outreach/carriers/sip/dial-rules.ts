import type { TrunkSettings } from "@/lib/agents/integrations";
import { isPremiumRate, parseNumber } from "@/lib/contacts/contacts";

/** Why a trunk must not call a number. */
export type DialProblem = "not_a_number" | "premium_rate" | "country_not_allowed";

/** The country of a number (ISO 3166); null for numbers of no single country, such as those of satellites. */
export const countryOf = (number: string): string | null => {
  const parsed = parseNumber(number);
  return parsed.ok ? (parsed.number.region?.slice(0, 2) ?? null) : null;
};

/**
 * Returns why a trunk must not call a number, or null. Only assigned numbers in E.164 are called, so short numbers such as
 * those of emergency services are not. Premium-rate numbers are never called, and other countries only if the trunk lists
 * them: a stolen account or a faulty list of contacts must not become expensive.
 */
export function dialProblem(
  { countries }: Pick<TrunkSettings, "countries">,
  { to, from }: { to: string; from: string },
): DialProblem | null {
  const parsed = parseNumber(to);
  if (!parsed.ok) return "not_a_number";
  if (isPremiumRate(parsed.number.e164)) return "premium_rate";
  const country = countryOf(to);
  if (country === null) return "country_not_allowed";
  return country === countryOf(from) || countries.includes(country) ? null : "country_not_allowed";
}
