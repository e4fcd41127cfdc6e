import type { Cap } from "./attempt-caps";
import { intersectWeeks, parseSpan, type Span, type Week } from "./hours";
import { EVERYWHERE, REGION_RULES, type RegionRule } from "./region-rules";
import type { OutreachPurpose } from "./schema";

const WEEKDAYS = 5;
function weekOf({ weekdays, saturday, sunday }: typeof EVERYWHERE): Week {
  const spans = (day: readonly string[]): Span[] => day.map(parseSpan);
  return [...Array.from({ length: WEEKDAYS }, () => spans(weekdays)), spans(saturday), spans(sunday)];
}

/** The rules of a region and of its country. */
export function rulesOf(region: string | null, purpose: OutreachPurpose): readonly RegionRule[] {
  const [country] = region?.split("-") ?? [];
  return REGION_RULES.filter(
    (rule) => rule.purposes.includes(purpose) && (rule.region === region || rule.region === country),
  );
}

type Compiled = { week: Week; caps: readonly Cap[] };
const LEGAL_WEEK = weekOf(EVERYWHERE);
/** Cache size. ISO 3166-2 has some 5,000 subdivisions; more keys are misspellings. */
const MAX_COMPILED = 10_000;
const compiled: Record<OutreachPurpose, Map<string | null, Compiled>> = {
  informational: new Map(),
  telemarketing: new Map(),
};

function compile(region: string | null, purpose: OutreachPurpose): Compiled {
  const of = compiled[purpose];
  const cached = of.get(region);
  if (cached !== undefined) return cached;
  const rules = rulesOf(region, purpose);
  const compiledRules = {
    week: rules.reduce((week, { hours }) => (hours ? intersectWeeks(week, weekOf(hours)) : week), LEGAL_WEEK),
    caps: rules.flatMap(({ caps = [] }) => caps),
  };
  if (of.size >= MAX_COMPILED) of.clear();
  of.set(region, compiledRules);
  return compiledRules;
}

/** The legal hours of a region in the callee's local time. `EVERYWHERE` if the region has no rule. */
export const legalWeek = (region: string | null, purpose: OutreachPurpose): Week =>
  compile(region, purpose).week;

/** The legal caps of a region, in addition to the product's caps. */
export const regionCaps = (region: string | null, purpose: OutreachPurpose): readonly Cap[] =>
  compile(region, purpose).caps;
