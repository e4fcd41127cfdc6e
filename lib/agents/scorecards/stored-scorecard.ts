import { z } from "zod";
import { db } from "@/lib/platform/db";
import { storedDocument } from "@/lib/platform/stored-document";
import { type Criterion, type Scorecard, type SetScorecard, VersionedCriterion } from "./schema";

/** Every version of an agent's criteria, in the order of their creation, and the current ones in their order. */
export type ScorecardDocument = {
  versions: VersionedCriterion[];
  current: { name: string; version: number }[];
};

/** The stored criteria of an agent. */
export const scorecardDocument = storedDocument<ScorecardDocument>({
  name: "scorecard",
  schema: z.strictObject({
    versions: z.array(VersionedCriterion),
    current: z.array(z.strictObject({ name: z.string(), version: z.int() })),
  }),
});

/** The revision of a scorecard before its first change: the default of the column. */
const FIRST_REVISION = "00000000-0000-0000-0000-000000000000";

type ScorecardRow = { model: string | null; criteria: unknown; revision: string; updated_at: string };

/** Selects an agent's scorecard, for a reader or a transaction. It has no row before its first change. */
export const selectScorecard = (workspaceId: string, agentId: string) =>
  db
    .selectFrom("scorecards")
    .select(["model", "criteria", "revision", "updated_at"])
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", agentId);

const definitionOf = ({ version: _version, ...definition }: VersionedCriterion): Criterion => definition;

/** Whether two definitions are equal. Their fields are compared by name, as stored JSON has no order. */
function isSameDefinition(a: Criterion, b: Criterion): boolean {
  const sorted = (definition: Criterion) =>
    JSON.stringify(Object.entries(definition).sort(([left], [right]) => (left < right ? -1 : 1)));
  return sorted(a) === sorted(b);
}

/**
 * The document after `criteria` replace the current ones. A criterion whose definition is that of its latest version keeps
 * the version; each other one gets the next version of its name.
 */
export function nextVersions(
  document: ScorecardDocument,
  criteria: SetScorecard["criteria"],
): ScorecardDocument {
  const added: VersionedCriterion[] = [];
  const current = criteria.map((criterion) => {
    const { name } = criterion;
    const latest = document.versions.findLast((version) => version.name === name);
    if (latest !== undefined && isSameDefinition(definitionOf(latest), criterion))
      return { name, version: latest.version };
    const version = (latest?.version ?? 0) + 1;
    added.push({ ...criterion, version });
    return { name, version };
  });
  return { versions: [...document.versions, ...added], current };
}

const keyOf = ({ name, version }: { name: string; version: number }): string => `${name} ${version}`;

/** The scorecard of a row; an empty one without a row. */
export function toScorecard(agentId: string, row: ScorecardRow | undefined): Scorecard {
  if (row === undefined)
    return {
      agent_id: agentId,
      model: null,
      criteria: [],
      former: [],
      revision: FIRST_REVISION,
      changed_at: null,
    };
  const { versions, current } = scorecardDocument.read(row.criteria);
  const byKey = new Map(versions.map((version) => [keyOf(version), version]));
  const isCurrent = new Set(current.map(keyOf));
  return {
    agent_id: agentId,
    model: row.model,
    criteria: current.flatMap((key) => byKey.get(keyOf(key)) ?? []),
    former: versions.filter((version) => !isCurrent.has(keyOf(version))),
    revision: row.revision,
    changed_at: row.updated_at,
  };
}
