import type { Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Deletion, Receipt, Removed } from "./schema";

const COLUMNS = [
  "id",
  "environment",
  "contact_id",
  "contact_hash",
  "status",
  "blocked_by",
  "requested_by",
  "requested_at",
  "due_by",
  "started_at",
  "removed_at",
  "completed_at",
  "passes",
  "removed",
  "data_backups_expire_by",
  "key_backups_expire_by",
  "receipt",
] as const;

/** A deletion's row. Only this module writes it, so its columns have these types. */
export type Row = Pick<
  Deletion,
  | "id"
  | "environment"
  | "contact_id"
  | "status"
  | "blocked_by"
  | "requested_by"
  | "requested_at"
  | "due_by"
  | "completed_at"
  | "data_backups_expire_by"
  | "key_backups_expire_by"
> & {
  contact_hash: Buffer;
  started_at: string | null;
  removed_at: string | null;
  passes: number;
  removed: Partial<Removed>;
  receipt: Receipt | null;
};

export const selectDeletions = (workspaceId: string) =>
  db.selectFrom("deletions").select(COLUMNS).where("workspace_id", "=", workspaceId);

export const NOTHING: Removed = {
  calls: 0,
  transcripts: 0,
  recordings: 0,
  variables: 0,
  campaign_variables: 0,
  texts: 0,
  callbacks: 0,
  search_hashes: 0,
  keys: 0,
  bytes: 0,
};

export const isNothing = (removed: Removed): boolean => Object.values(removed).every((count) => count === 0);

/** Adds two sets of removed amounts. */
export const sumOf = (a: Partial<Removed>, b: Partial<Removed>): Removed =>
  Object.fromEntries(
    Object.keys(NOTHING).map((kind) => [
      kind,
      (a[kind as keyof Removed] ?? 0) + (b[kind as keyof Removed] ?? 0),
    ]),
  ) as Removed;

/** A deletion as the API shows it. */
export const toDeletion = (row: Row): Deletion => ({
  id: row.id,
  contact_id: row.contact_id,
  environment: row.environment,
  status: row.status,
  blocked_by: row.blocked_by,
  requested_at: row.requested_at,
  requested_by: row.requested_by,
  due_by: row.due_by,
  completed_at: row.completed_at,
  removed: sumOf(row.removed, {}),
  data_backups_expire_by: row.data_backups_expire_by,
  key_backups_expire_by: row.key_backups_expire_by,
  receipt: row.receipt,
});

/** The environments of a deletion: both for a live one, only test for a test one (product.md, "Roles"). */
export const reachOf = (environment: Environment): Environment[] =>
  environment === "live" ? ["live", "test"] : ["test"];
