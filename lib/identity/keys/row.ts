import type { AuditView } from "@/lib/platform/audit";
import { type Environment, isAtLeast, type Role } from "@/lib/platform/context";
import type { FieldRef } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import type { Key } from "./schema";

const COLUMNS = [
  "id",
  "name",
  "role",
  "environment",
  "hint",
  "allowed_addresses",
  "created_by",
  "created_at",
  "expires_at",
  "last_used_at",
] as const;

/** Selects a workspace's keys that are not revoked, each with its creator's current role. */
export const selectUnrevokedKeys = (workspaceId: string) =>
  db
    .selectFrom("api_keys")
    .select(COLUMNS)
    .select((on) =>
      on
        .selectFrom("members as m")
        .select("m.role")
        .whereRef("m.workspace_id", "=", "api_keys.workspace_id")
        .whereRef("m.id", "=", "api_keys.created_by")
        .as("maker_role"),
    )
    .where("workspace_id", "=", workspaceId)
    .where("revoked_at", "is", null);

type Row = Omit<Key, "role" | "effective_role" | "environment"> & {
  role: string;
  environment: string;
  maker_role: string | null;
};

/** A key's current role: never above its creator's role, and null once the creator has left. */
export const effectiveRole = (role: Role, creatorRole: Role | null): Role | null =>
  creatorRole === null ? null : isAtLeast(role, creatorRole) ? creatorRole : role;

/** A row as the API shows it. The role and environment columns hold only values of these types. */
export const toKey = ({ maker_role, ...row }: Row): Key => ({
  ...row,
  role: row.role as Role,
  effective_role: effectiveRole(row.role as Role, maker_role as Role | null),
  environment: row.environment as Environment,
});

/**
 * The field reference of a digest. The previous digest has a separate one, so that the two cannot be swapped.
 */
export const digestFieldRef = (keyId: string, field: "digest" | "previous_digest"): FieldRef => ({
  table: "api_keys",
  row: keyId,
  field,
});

/** The fields of a key that the audit log keeps. The name is free text and is omitted. */
export const auditView = (
  key: Pick<Key, "role" | "environment" | "expires_at" | "allowed_addresses">,
): AuditView => ({
  role: key.role,
  environment: key.environment,
  expires_at: key.expires_at,
  allowed_addresses: key.allowed_addresses,
});
