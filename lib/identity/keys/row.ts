import type { AuditView } from "@/lib/platform/audit";
import { atLeast, type Environment, type Role } from "@/lib/platform/context";
import type { Place } from "@/lib/platform/crypto";
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

/** The keys of a workspace that have not been revoked, with the role that who answers for them has now. */
export const liveKeys = (workspaceId: string) =>
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

/** What a key may do now: never more than its maker may, and nothing once they have left. */
export const worksAs = (role: Role, maker: Role | null): Role | null =>
  maker === null ? null : atLeast(role, maker) ? maker : role;

/** A row as the API shows it. The columns hold nothing else than these two types' values. */
export const toKey = ({ maker_role, ...row }: Row): Key => ({
  ...row,
  role: row.role as Role,
  effective_role: worksAs(row.role as Role, maker_role as Role | null),
  environment: row.environment as Environment,
});

/** Where a digest is sealed. The former one has a place of its own, so that the two cannot be exchanged. */
export const digestPlace = (keyId: string, field: "digest" | "previous_digest"): Place => ({
  table: "api_keys",
  row: keyId,
  field,
});

/** What the audit log keeps of a key: the name is the maker's own words and stays out. */
export const auditView = (
  key: Pick<Key, "role" | "environment" | "expires_at" | "allowed_addresses">,
): AuditView => ({
  role: key.role,
  environment: key.environment,
  expires_at: key.expires_at,
  allowed_addresses: key.allowed_addresses,
});
