import { NUMBER_PLAN } from "./number-plan.gen";

/** Maps each word of space-separated lists to the key of its list. */
function invertLists(lists: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(lists).flatMap(([key, list]) => list.split(" ").map((word) => [word, key])));
}

const zoneByCountry = invertLists(NUMBER_PLAN.countries);
const zoneByPrefix = invertLists(NUMBER_PLAN.prefixes);
const stateByArea = invertLists(NUMBER_PLAN.areas);
const MAX_PREFIX = Math.max(...[...zoneByPrefix.keys()].map((prefix) => prefix.length));

/** The place of the area code, after the plus sign and the 1 of the North American plan. */
const AREA = { from: 2, to: 5 };
const WITH_STATES = new Set(["US", "CA"]);

/**
 * The region of an E.164 number as ISO 3166: its country, with the state or province if an area code of the United
 * States or Canada lies in one.
 */
export function regionOf(e164: string, country: string | null): string | null {
  if (country === null || !WITH_STATES.has(country)) return country;
  const state = stateByArea.get(e164.slice(AREA.from, AREA.to));
  return state === undefined ? country : `${country}-${state}`;
}

/**
 * The time zone of an E.164 number: the country's if it has only one, else the one of the longest prefix, for a
 * geographic number. Null if there are several zones, or none is known.
 */
export function zoneOf(
  e164: string,
  country: string | null,
  { isGeographic }: { isGeographic: boolean },
): string | null {
  const whole = country === null ? undefined : zoneByCountry.get(country);
  if (whole !== undefined) return whole;
  if (!isGeographic) return null;
  const digits = e164.slice(1, 1 + MAX_PREFIX);
  for (let end = digits.length; end > 0; end--) {
    const zone = zoneByPrefix.get(digits.slice(0, end));
    // "" means several zones.
    if (zone !== undefined) return zone || null;
  }
  return null;
}
