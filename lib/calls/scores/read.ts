import { z } from "zod";
import { selectScorecard, toScorecard } from "@/lib/agents/scorecards";
import type { Scorecard, VersionedCriterion } from "@/lib/agents/scorecards/schema";
import { maskNotes, type OpenedCall, openCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { storedDocument } from "@/lib/platform/stored-document";
import { calculateTotal } from "./calculate-total";
import { fromPoints, type ScoreRow, scoreFieldRef, selectScores } from "./row";
import type { CallScore, CallScores } from "./schema";

/** The sealed words of a score. */
const contentDocument = storedDocument<{ reason: string; text: string | null }>({
  name: "content of a score",
  schema: z.strictObject({ reason: z.string(), text: z.string().nullable() }),
});

type Words = { reason: string; text: string | null } | null;

function openWords(sealer: Sealer, row: ScoreRow): Words {
  if (row.content === null) return null;
  const key = { callId: row.call_id, criterion: row.criterion, version: row.version };
  return contentDocument.read(JSON.parse(sealer.openText(scoreFieldRef(key), row.content)));
}

/** Opens and masks the words of scores in one pass. A score without words has null. */
async function readWords(ctx: Ctx, call: OpenedCall, rows: readonly ScoreRow[]): Promise<Words[]> {
  const { sealer } = call;
  if (sealer === undefined) return rows.map(() => null);
  const words = rows.map((row) => openWords(sealer, row));
  const texts = words.flatMap((word) => (word === null ? [] : [word.reason, word.text ?? ""]));
  const masked = await maskNotes(ctx.workspaceId, call, texts);
  let at = 0;
  return words.map((word) => {
    if (word === null) return null;
    const [reason = "", text = ""] = masked.slice(at, at + 2);
    at += 2;
    return { reason, text: word.text === null ? null : text };
  });
}

const markOf = ({ kind, marked_value, marked_by, marked_at }: ScoreRow): CallScore["mark"] => {
  const value = fromPoints(kind, marked_value);
  return value === null || marked_by === null || marked_at === null ? null : { value, marked_by, marked_at };
};

function toCallScore(
  row: ScoreRow,
  words: Words,
  criterion: VersionedCriterion | undefined,
  isCurrent: boolean,
): CallScore {
  const scale = criterion?.kind === "scale" ? criterion : null;
  return {
    criterion: row.criterion,
    version: row.version,
    is_current: isCurrent,
    kind: row.kind,
    question: criterion?.question ?? null,
    min: scale?.min ?? null,
    max: scale?.max ?? null,
    state: row.state,
    problem: row.problem,
    value: fromPoints(row.kind, row.value),
    text: words?.text ?? null,
    reason: words?.reason ?? null,
    passed: row.passed,
    model: row.model,
    judged_at: row.judged_at,
    mark: markOf(row),
  };
}

/** Current criteria come first, in their order; then former ones. */
function orderOf({ criteria }: Scorecard, { criterion, version }: ScoreRow): number {
  const at = criteria.findIndex((candidate) => candidate.name === criterion && candidate.version === version);
  return at === -1 ? criteria.length : at;
}

/** Reads the scores of a call with its words masked. A call without scores has an empty list. Throws `not_found`. */
export async function readCallScores(ctx: Ctx, callId: string): Promise<CallScores> {
  const call = await openCall(ctx, callId);
  const { agent_id: agentId } = call.row;
  const [rows, [card]] = await ctx.db.batch(
    selectScores(ctx.workspaceId, callId).orderBy("criterion").orderBy("version"),
    selectScorecard(ctx.workspaceId, agentId),
  );
  const scorecard = toScorecard(agentId, card);
  const ordered = (rows as ScoreRow[]).sort((a, b) => orderOf(scorecard, a) - orderOf(scorecard, b));
  const words = await readWords(ctx, call, ordered);
  const all = [...scorecard.criteria, ...scorecard.former];
  return {
    data: ordered.map((row, at) =>
      toCallScore(
        row,
        words[at] ?? null,
        all.find(({ name, version }) => name === row.criterion && version === row.version),
        orderOf(scorecard, row) < scorecard.criteria.length,
      ),
    ),
    total: calculateTotal(scorecard.criteria, ordered),
  };
}
