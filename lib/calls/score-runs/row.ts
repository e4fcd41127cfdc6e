import { db } from "@/lib/platform/db";
import type { ScoreRun } from "./schema";
import type { ScoreRunState } from "./values";

const COLUMNS = [
  "id",
  "agent_id",
  "first_day",
  "last_day",
  "replaces",
  "state",
  "total",
  "processed",
  "failures",
  "place",
  "created_by",
  "created_at",
  "ended_at",
] as const;

/** A run's row. Only this folder writes it, so its columns have these types. */
export type ScoreRunRow = {
  id: string;
  agent_id: string;
  /** Days (UTC) as text. */
  first_day: string;
  last_day: string;
  replaces: boolean;
  state: ScoreRunState;
  total: number;
  processed: number;
  /** Calls one after the other, up to the last one, on which the judge failed. */
  failures: number;
  /** The call that was processed last; null before the first. */
  place: string | null;
  created_by: string;
  created_at: string;
  ended_at: string | null;
};

/** Selects a workspace's runs, for a reader or a transaction. */
export const selectScoreRuns = (workspaceId: string) =>
  db.selectFrom("score_runs").select(COLUMNS).where("workspace_id", "=", workspaceId);

/** A run as the API shows it. */
export const toScoreRun = (row: ScoreRunRow): ScoreRun => ({
  id: row.id,
  agent_id: row.agent_id,
  from: row.first_day,
  to: row.last_day,
  replace: row.replaces,
  state: row.state,
  total: row.total,
  processed: row.processed,
  created_by: row.created_by,
  created_at: row.created_at,
  ended_at: row.ended_at,
});
