import type { Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import type { CaseFailure } from "../cases";
import type { TestCase } from "../cases/schema";
import { casesDocument } from "../suites";
import type { RunState } from "./schema";

const COLUMNS = [
  "id",
  "suite_id",
  "agent_version",
  "config",
  "config_digest",
  "cases",
  "suite_digest",
  "repetitions",
  "min_pass_percent",
  "state",
  "total",
  "failed_cases",
  "created_by",
  "created_at",
  "started_at",
  "ended_at",
] as const;

/** A run's row. */
export type RunRow = {
  id: string;
  suite_id: string;
  agent_version: number | null;
  config: unknown;
  config_digest: string;
  cases: Buffer;
  suite_digest: string;
  repetitions: number;
  min_pass_percent: number;
  state: RunState;
  total: number;
  failed_cases: number | null;
  created_by: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
};

/** Selects a workspace's runs. */
export const selectRuns = (workspaceId: string) =>
  db.selectFrom("suite_runs").select(COLUMNS).where("workspace_id", "=", workspaceId);

const casesRef = (id: string) => ({ table: "suite_runs", row: id, field: "cases" });
const conversationRef = (key: string) => ({ table: "suite_results", row: key, field: "conversation" });

/** Seals the cases that a run holds. */
export const sealRunCases = (sealer: Sealer, id: string, cases: TestCase[]): Buffer =>
  sealer.seal(casesRef(id), JSON.stringify(casesDocument.write({ cases })));

/** Opens the cases that a run holds. */
export const openRunCases = (sealer: Sealer, { id, cases }: Pick<RunRow, "id" | "cases">): TestCase[] =>
  casesDocument.read(JSON.parse(sealer.openText(casesRef(id), cases))).cases;

/** A masked conversation as it is stored. */
export type StoredConversation = {
  end_reason: string | null;
  outcome: string;
  summary: string;
  transcript: { role: string; text: string | null; tool: string | null }[];
};

export const resultKey = (runId: string, caseIndex: number, repetition: number): string =>
  `${runId}/${caseIndex}/${repetition}`;

export const sealConversation = (sealer: Sealer, key: string, conversation: StoredConversation): Buffer =>
  sealer.seal(conversationRef(key), JSON.stringify(conversation));

export const openConversation = (sealer: Sealer, key: string, sealed: Buffer): StoredConversation =>
  JSON.parse(sealer.openText(conversationRef(key), sealed)) as StoredConversation;

/** A result's row. */
export type ResultRow = {
  key: string;
  case_index: number;
  repetition: number;
  passed: boolean;
  failures: CaseFailure[];
  conversation: Buffer | null;
  reply_p50_ms: number | null;
  reply_p95_ms: number | null;
  turns: number;
};
