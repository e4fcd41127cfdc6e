import { digestOf } from "@/lib/agents/agents";
import { scrubCardsInJson } from "@/lib/masking";
import type { AuditView } from "@/lib/platform/audit";
import type { Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import type { TestCase } from "../cases/schema";
import type { Suite, SuiteItem } from "./schema";
import { casesDocument } from "./stored-documents";

const ITEM_COLUMNS = [
  "id",
  "agent_id",
  "name",
  "is_required",
  "repetitions",
  "min_pass_percent",
  "case_count",
  "digest",
  "revision",
  "created_at",
  "updated_at",
] as const;

/** A suite's row without its cases. */
export type SuiteRow = Omit<SuiteItem, "required"> & { is_required: boolean; digest: string };
/** A suite's row. */
export type FullSuiteRow = SuiteRow & { cases: Buffer };

/** Selects a workspace's suites without their cases. */
export const selectSuites = (workspaceId: string) =>
  db.selectFrom("suites").select(ITEM_COLUMNS).where("workspace_id", "=", workspaceId);

/** Selects one suite, for a reader or a transaction. */
export const selectSuite = (workspaceId: string, id: string) =>
  selectSuites(workspaceId).select("cases").where("id", "=", id);

const fieldRef = (id: string) => ({ table: "suites", row: id, field: "cases" });

/** Seals a suite's cases: they can be made from calls. Payment cards are removed. */
export const sealCases = (sealer: Sealer, id: string, cases: readonly TestCase[]): Buffer =>
  sealer.seal(
    fieldRef(id),
    JSON.stringify(casesDocument.write({ cases: scrubCardsInJson(cases) as TestCase[] })),
  );

/** Opens a suite's cases. */
export const openCases = (sealer: Sealer, { id, cases }: Pick<FullSuiteRow, "id" | "cases">): TestCase[] =>
  casesDocument.read(JSON.parse(sealer.openText(fieldRef(id), cases))).cases;

/** The digest of everything that decides whether a run passes, apart from the agent. */
export const suiteDigest = (parts: {
  repetitions: number;
  min_pass_percent: number;
  cases: readonly TestCase[];
}): string => digestOf([parts.repetitions, parts.min_pass_percent, scrubCardsInJson(parts.cases)]);

export const toSuiteItem = (row: SuiteRow): SuiteItem => ({
  id: row.id,
  agent_id: row.agent_id,
  name: row.name,
  required: row.is_required,
  repetitions: row.repetitions,
  min_pass_percent: row.min_pass_percent,
  case_count: row.case_count,
  revision: row.revision,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const toSuite = (row: SuiteRow, cases: TestCase[]): Suite => ({ ...toSuiteItem(row), cases });

/** The suite as the audit log stores it, without its cases, which can contain personal values. */
export const suiteAuditView = (row: SuiteRow): AuditView => ({
  agent_id: row.agent_id,
  name: row.name,
  required: row.is_required,
  repetitions: row.repetitions,
  min_pass_percent: row.min_pass_percent,
  case_count: row.case_count,
  digest: row.digest,
});
