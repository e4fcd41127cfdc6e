import { sql } from "kysely";
import { db, type Reader } from "@/lib/platform/db";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import type { DeployCandidate } from "./deploy-candidate";

/** Failed cases that an error names, by their positions. */
const MAX_NAMED_CASES = 20;

/** A required suite whose latest run with the configuration did not pass. */
export type OpenSuite = {
  id: string;
  name: string;
  /** The latest run; null if there is none with this configuration and the current cases. */
  run_id: string | null;
  state: string | null;
  /** Positions of the cases that failed in it, from 1. */
  failed: number[];
};

/**
 * Selects the required suites of an agent that keep a configuration from going live. A draft needs a passed run with the current
 * cases, and no later one that failed. A version needs a passed run of any time, so that a rollback does not wait for new cases.
 */
const selectOpenSuites = (
  workspaceId: string,
  agentId: string,
  { version, digest }: Pick<DeployCandidate, "version" | "digest">,
) => {
  const isCounted =
    version === null
      ? sql`r.suite_digest = s.digest and r.state in ('passed', 'failed', 'broken')`
      : sql`r.state = 'passed'`;
  return db
    .selectFrom("suites as s")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("suite_runs as r")
          .select(["r.id as run_id", "r.state as run_state"])
          .where("r.workspace_id", "=", workspaceId)
          .whereRef("r.suite_id", "=", "s.id")
          .where("r.config_digest", "=", digest)
          .where(sql<boolean>`${isCounted}`)
          .orderBy("r.created_at", "desc")
          .orderBy("r.id", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select(["s.id", "s.name", "latest.run_id", "latest.run_state as state"])
    .where("s.workspace_id", "=", workspaceId)
    .where("s.agent_id", "=", agentId)
    .where("s.is_required", "=", true)
    .where(sql<boolean>`latest.run_state is distinct from 'passed'`)
    .orderBy("s.id");
};

/** Selects the positions of the cases with a failed repetition in these runs. */
const selectFailedCases = (workspaceId: string, runIds: readonly string[]) =>
  db
    .selectFrom("suite_results")
    .select(["run_id", sql<number>`case_index + 1`.as("position")])
    .distinct()
    .where("workspace_id", "=", workspaceId)
    .where("run_id", "in", runIds)
    .where("passed", "=", false)
    .orderBy("run_id")
    .orderBy("position");

/** Reads the required suites that keep a configuration from going live. */
export async function readOpenSuites(
  read: Pick<Reader, "all">,
  workspaceId: string,
  agentId: string,
  candidate: Pick<DeployCandidate, "version" | "digest">,
): Promise<OpenSuite[]> {
  const suites = await read.all(selectOpenSuites(workspaceId, agentId, candidate));
  const runIds = suites.flatMap(({ run_id }) => (run_id === null ? [] : [run_id]));
  const failed = runIds.length === 0 ? [] : await read.all(selectFailedCases(workspaceId, runIds));
  return suites.map((suite) => ({
    ...suite,
    failed: failed
      .filter(({ run_id }) => run_id === suite.run_id)
      .slice(0, MAX_NAMED_CASES)
      .map(({ position }) => position),
  }));
}

/** The problem of each open suite, for the error of a deploy. */
export const openSuiteProblems = (suites: readonly OpenSuite[]): ErrorDetail[] =>
  suites.map(({ name, failed, state }) =>
    state === "failed"
      ? bodyProblem("", "suite_failed", { suite: name, cases: failed.join(", ") })
      : bodyProblem("", "suite_not_run", { suite: name }),
  );
