import { type RawBuilder, sql } from "kysely";
import type { CallItem, ListCalls } from "./schema";
import type { ScoreVerdict } from "./values";

/** The verdict of a row of `call_scores` named `s`. */
const VERDICT = sql<ScoreVerdict>`case when s.state = 'not_judged' then 'not_judged'
  when s.passed then 'passed' when not s.passed then 'failed' else 'judged' end`;

/** The verdicts of a settled call: by the latest version of each criterion that a judge has tried. */
export const SCORES = sql<CallItem["scores"]>`case when calls.settled_at is not null then (
  select coalesce(jsonb_agg(jsonb_build_object('criterion', s.criterion, 'version', s.version, 'verdict', ${VERDICT},
    'value', case when s.kind = 'yes_no' then to_jsonb(s.value = 1) else to_jsonb(s.value) end) order by s.criterion), '[]'::jsonb)
  from (select distinct on (l.criterion) l.* from call_scores l
    where l.workspace_id = calls.workspace_id and l.call_id = calls.id and l.state <> 'pending'
    order by l.criterion, l.version desc) s) else '[]'::jsonb end`;

/** A criterion and a verdict of a filter. */
export type ScoreFilter = { criterion: string; verdict: string };

/** The criterion and the verdict of the parameter `score`. */
export function parseScoreFilter(score: ListCalls["score"]): ScoreFilter | undefined {
  if (score === undefined) return undefined;
  const [criterion = "", verdict = ""] = score.split(":");
  return { criterion, verdict };
}

/** SQL condition: the latest version of the criterion that a judge has tried has this verdict for the call. */
export const hasVerdict = (criterion: unknown, verdict: unknown): RawBuilder<boolean> =>
  sql<boolean>`(select ${VERDICT} from call_scores s
    where s.workspace_id = calls.workspace_id and s.call_id = calls.id and s.criterion = ${criterion}::text and s.state <> 'pending'
    order by s.version desc limit 1) = ${verdict}::text`;
