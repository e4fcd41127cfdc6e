import { readAgent } from "@/lib/agents/agents";
import { resolveModelFor } from "@/lib/agents/integrations";
import { ModelError } from "@/lib/agents/models";
import { type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, bodyProblem, validationError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import type { Scorecard, SetScorecard } from "./schema";
import {
  nextVersions,
  type ScorecardDocument,
  scorecardDocument,
  selectScorecard,
  toScorecard,
} from "./stored-scorecard";
import { MAX_CRITERION_VERSIONS } from "./values";

const EMPTY: ScorecardDocument = { versions: [], current: [] };

/** Each criterion is a line. Questions are configuration, and are in the scorecard's versions. */
const auditView = ({ model, criteria }: Pick<Scorecard, "model" | "criteria">): AuditView => ({
  model,
  criteria: criteria.map(({ name, kind, version }) => `${name} ${kind} version ${version}`),
});

/** Throws `validation_error` for a model that is not connected. */
async function checkModel(ctx: Ctx, model: string | null): Promise<void> {
  if (model === null) return;
  try {
    await resolveModelFor(ctx, model, "live");
  } catch (error) {
    if (error instanceof ModelError) throw validationError([bodyProblem("/model", "model_unknown")]);
    throw error;
  }
}

/**
 * Replaces an agent's criteria. A changed criterion gets its next version; scores keep the version that they were given by.
 * Throws `not_found`, `precondition_failed`, `validation_error` for an unknown model, and `conflict` if the criteria have too
 * many versions.
 */
export async function setScorecard(
  ctx: Ctx,
  agentId: string,
  { model, criteria }: SetScorecard,
  ifMatch: IfMatch = null,
): Promise<Scorecard> {
  const { workspaceId } = ctx;
  const { id } = await readAgent(ctx, agentId);
  await checkModel(ctx, model);
  const now = ctx.now();
  return writeAudited(ctx, async (tx) => {
    // The first change needs a row that concurrent changes can lock.
    await tx.all(
      db
        .insertInto("scorecards")
        .values({
          workspace_id: workspaceId,
          agent_id: id,
          criteria: json(scorecardDocument.write(EMPTY)),
          updated_at: now,
        })
        .onConflict((conflict) => conflict.columns(["workspace_id", "agent_id"]).doNothing()),
    );
    const row = await tx.first(selectScorecard(workspaceId, id).forNoKeyUpdate());
    const before = toScorecard(id, row);
    requireMatch(ifMatch, before, "scorecard");
    const stored = row === undefined ? EMPTY : scorecardDocument.read(row.criteria);
    const next = nextVersions(stored, criteria);
    if (next.versions.length > MAX_CRITERION_VERSIONS)
      throw new AppError("too_many_criterion_versions", { params: { max: MAX_CRITERION_VERSIONS } });
    const document = json(scorecardDocument.write(next, stored));
    const updated = await tx.first(
      db
        .updateTable("scorecards")
        .set({ model, criteria: document, updated_at: now })
        .where("workspace_id", "=", workspaceId)
        .where("agent_id", "=", id)
        .returning("revision"),
    );
    const after = toScorecard(id, {
      model,
      criteria: scorecardDocument.write(next),
      revision: revisionOf(updated),
      updated_at: now,
    });
    return {
      result: after,
      audit: {
        action: "scorecard.changed",
        target: id,
        before: auditView(before),
        after: auditView(after),
      },
    };
  });
}
