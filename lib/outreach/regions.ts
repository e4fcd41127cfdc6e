import type { Cap } from "./attempts";
import { intersection, type Span, spanOf, type Week } from "./hours";
import type { OutreachPurpose } from "./schema";

/** A rule's law, where it can be read, when it was looked at last, and what of it is not kept here. */
export type Law = { law: string; source: string; seen: string; except?: string };

type Hours = { weekdays: readonly string[]; saturday: readonly string[]; sunday: readonly string[] };
export type RegionRule = Law & {
  /** ISO 3166: a country's rule holds in each of its parts too. */
  regions: readonly string[];
  purposes: readonly OutreachPurpose[];
  hours?: Hours;
  caps?: readonly Cap[];
};

const everyDay = (...spans: string[]): Hours => ({ weekdays: spans, saturday: spans, sunday: spans });

/** The hours that hold everywhere and for everything. Source: product.md; 47 CFR § 64.1200(c)(1) has the same. */
const EVERYWHERE = everyDay("08:00-21:00");

export const REGION_RULES: readonly RegionRule[] = [
  {
    regions: ["US-FL"],
    purposes: ["telemarketing"],
    hours: everyDay("08:00-20:00"),
    caps: [{ max: 3, days: 1 }],
    law: "Fla. Stat. § 501.616(6)",
    source: "https://flsenate.gov/Session/Bill/2021/1120/BillText/er/HTML",
    seen: "2026-11-21",
  },
  {
    regions: ["FR"],
    purposes: ["telemarketing"],
    hours: { weekdays: ["10:00-13:00", "14:00-20:00"], saturday: [], sunday: [] },
    caps: [{ max: 4, days: 30 }],
    law: "Code de la consommation, art. D. 223-9",
    source: "https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000046421823",
    seen: "2026-11-21",
    except: "Public holidays, and the 60 days after a refusal.",
  },
];

const WEEKDAYS = 5;
const weekOf = ({ weekdays, saturday, sunday }: Hours): Week => {
  const spans = (day: readonly string[]): Span[] => day.map(spanOf);
  return [...Array.from({ length: WEEKDAYS }, () => spans(weekdays)), spans(saturday), spans(sunday)];
};

/** The rules of a region and of the country that it lies in. */
export const rulesOf = (region: string | null, purpose: OutreachPurpose): readonly RegionRule[] =>
  region === null
    ? []
    : REGION_RULES.filter(
        ({ regions, purposes }) =>
          purposes.includes(purpose) && (regions.includes(region) || regions.includes(region.slice(0, 2))),
      );

type Compiled = { week: Week; caps: readonly Cap[] };
const LEGAL_WEEK = weekOf(EVERYWHERE);
/** ISO 3166-2 has some 5,000 subdivisions; what lies beyond is somebody's spelling. */
const MAX_COMPILED = 10_000;
const compiled = new Map<string, Compiled>();

function compile(region: string | null, purpose: OutreachPurpose): Compiled {
  const key = `${purpose} ${region ?? ""}`;
  const kept = compiled.get(key);
  if (kept !== undefined) return kept;
  const rules = rulesOf(region, purpose);
  const made = {
    week: rules.reduce((week, { hours }) => (hours ? intersection(week, weekOf(hours)) : week), LEGAL_WEEK),
    caps: rules.flatMap(({ caps = [] }) => caps),
  };
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, made);
  return made;
}

/** The hours of a region on the callee's clock; where none are known, those that hold everywhere. */
export const legalWeek = (region: string | null, purpose: OutreachPurpose): Week =>
  compile(region, purpose).week;

/** What the law of a region caps beyond the product. */
export const regionCaps = (region: string | null, purpose: OutreachPurpose): readonly Cap[] =>
  compile(region, purpose).caps;
