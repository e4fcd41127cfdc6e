import type { AuditView } from "@/lib/audit";
import type { Environment, Role } from "@/lib/context";
import type { Place } from "@/lib/crypto";
import { db } from "@/lib/db";
import type { Key } from "./schema";

const COLUMNS = [
  "id",
  "name",
  "role",
  "environment",
  "hint",
  "created_by",
  "created_at",
  "expires_at",
  "last_used_at",
] as const;

/** The keys of a workspace that have not been revoked, as the API shows them. */
export const liveKeys = (workspaceId: string) =>
  db
    .selectFrom("api_keys")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("revoked_at", "is", null);

type Row = Omit<Key, "role" | "environment"> & { role: string; environment: string };

/** A row as the API shows it. The columns hold nothing else than these two types' values. */
export const toKey = (row: Row): Key => ({
  ...row,
  role: row.role as Role,
  environment: row.environment as Environment,
});

/** Where a digest is sealed. The former one has a place of its own, so that the two cannot be exchanged. */
export const digestPlace = (keyId: string, field: "digest" | "previous_digest"): Place => ({
  table: "api_keys",
  row: keyId,
  field,
});

/** What the audit log keeps of a key: the name is the maker's own words and stays out. */
export const auditView = (key: Pick<Key, "role" | "environment" | "expires_at">): AuditView => ({
  role: key.role,
  environment: key.environment,
  expires_at: key.expires_at,
});
