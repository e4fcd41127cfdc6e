import { NUMBER_PLAN } from "./number-plan.gen";

/** Every word of lists that are separated by blanks, with the key that its list stands under. */
function inverted(lists: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(lists).flatMap(([key, list]) => list.split(" ").map((word) => [word, key])));
}

const zoneByCountry = inverted(NUMBER_PLAN.countries);
const zoneByPrefix = inverted(NUMBER_PLAN.prefixes);
const stateByArea = inverted(NUMBER_PLAN.areas);
const MAX_PREFIX = Math.max(...[...zoneByPrefix.keys()].map((prefix) => prefix.length));

/** Behind the plus sign and the 1 of the North American plan. */
const AREA = { from: 2, to: 5 };
const WITH_STATES = new Set(["US", "CA"]);

/**
 * The region of a number in E.164 as ISO 3166: its country, with the state or province where an area code of the
 * United States or Canada lies in one.
 */
export function regionOf(e164: string, country: string | null): string | null {
  if (country === null || !WITH_STATES.has(country)) return country;
  const state = stateByArea.get(e164.slice(AREA.from, AREA.to));
  return state === undefined ? country : `${country}-${state}`;
}

/**
 * The time zone of a number in E.164: its country's if that keeps one time, else the longest prefix's, which only a
 * number that is tied to a place has. Null where there are several, or none is known.
 */
export function zoneOf(e164: string, country: string | null, { fixed }: { fixed: boolean }): string | null {
  const whole = country === null ? undefined : zoneByCountry.get(country);
  if (whole !== undefined) return whole;
  if (!fixed) return null;
  const digits = e164.slice(1, 1 + MAX_PREFIX);
  for (let end = digits.length; end > 0; end--) {
    const zone = zoneByPrefix.get(digits.slice(0, end));
    // "" stands for several.
    if (zone !== undefined) return zone || null;
  }
  return null;
}
