import type { Cap } from "./attempts";
import { intersection, type Span, spanOf, type Week } from "./hours";
import { EVERYWHERE, REGION_RULES, type RegionRule } from "./region-rules";
import type { OutreachPurpose } from "./schema";

const WEEKDAYS = 5;
function weekOf({ weekdays, saturday, sunday }: typeof EVERYWHERE): Week {
  const spans = (day: readonly string[]): Span[] => day.map(spanOf);
  return [...Array.from({ length: WEEKDAYS }, () => spans(weekdays)), spans(saturday), spans(sunday)];
}

/** The rules of a region and of the country that it lies in. */
export function rulesOf(region: string | null, purpose: OutreachPurpose): readonly RegionRule[] {
  const [country] = region?.split("-") ?? [];
  return REGION_RULES.filter(
    (rule) => rule.purposes.includes(purpose) && (rule.region === region || rule.region === country),
  );
}

type Compiled = { week: Week; caps: readonly Cap[] };
const LEGAL_WEEK = weekOf(EVERYWHERE);
/** ISO 3166-2 has some 5,000 subdivisions; what lies beyond is somebody's spelling. */
const MAX_COMPILED = 10_000;
const compiled: Record<OutreachPurpose, Map<string | null, Compiled>> = {
  informational: new Map(),
  telemarketing: new Map(),
};

function compile(region: string | null, purpose: OutreachPurpose): Compiled {
  const of = compiled[purpose];
  const kept = of.get(region);
  if (kept !== undefined) return kept;
  const rules = rulesOf(region, purpose);
  const made = {
    week: rules.reduce((week, { hours }) => (hours ? intersection(week, weekOf(hours)) : week), LEGAL_WEEK),
    caps: rules.flatMap(({ caps = [] }) => caps),
  };
  if (of.size >= MAX_COMPILED) of.clear();
  of.set(region, made);
  return made;
}

/** The hours of a region on the callee's clock; where none are known, those that hold everywhere. */
export const legalWeek = (region: string | null, purpose: OutreachPurpose): Week =>
  compile(region, purpose).week;

/** What the law of a region caps beyond the product. */
export const regionCaps = (region: string | null, purpose: OutreachPurpose): readonly Cap[] =>
  compile(region, purpose).caps;
