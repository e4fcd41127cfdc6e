import type { AuditView } from "@/lib/platform/audit";
import { type Ctx, isAtLeast, type Role } from "@/lib/platform/context";
import type { FieldRef, Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import type { Invitation } from "./schema";

const DAY_MS = 86_400_000;
/** How long a link works (product.md, "Starting": 7 days). */
export const LINK_TTL_MS = 7 * DAY_MS;

/**
 * Selects invitations that are neither accepted nor withdrawn, each with the inviter's current role; null if
 * the inviter has left.
 */
export const selectPendingInvitations = (workspaceId: string) =>
  db
    .selectFrom("invitations")
    .select(["id", "email", "role", "issue", "mail", "invited_by", "created_at", "expires_at"])
    .select((on) =>
      on
        .selectFrom("members as m")
        .select("m.role")
        .whereRef("m.workspace_id", "=", "invitations.workspace_id")
        .whereRef("m.id", "=", "invitations.invited_by")
        .as("inviter_role"),
    )
    .where("workspace_id", "=", workspaceId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null);

type PendingRow = {
  id: string;
  email: Buffer;
  role: string;
  issue: number;
  mail: string;
  invited_by: string;
  created_at: string;
  expires_at: string;
  inviter_role: string | null;
};

/** The status of an invitation: it lapses once the inviter can no longer grant its role. `now`: RFC 3339. */
export function statusOf(row: PendingRow, now: string): Invitation["status"] {
  if (row.inviter_role === null || !isAtLeast(row.inviter_role as Role, row.role as Role)) return "lapsed";
  return row.expires_at > now ? "open" : "expired";
}

/** The field reference of an invitation's address. */
export const emailFieldRef = (id: string): FieldRef => ({ table: "invitations", row: id, field: "email" });

export const toInvitation = (ctx: Pick<Ctx, "now">, sealer: Sealer, row: PendingRow): Invitation => ({
  id: row.id,
  email: sealer.openText(emailFieldRef(row.id), row.email),
  role: row.role as Role,
  status: statusOf(row, ctx.now()),
  mail: row.mail as Invitation["mail"],
  invited_by: row.invited_by,
  created_at: row.created_at,
  expires_at: row.expires_at,
});

/** The fields that the audit log keeps. The address is personal data and is omitted. */
export const auditView = ({ role, expires_at }: Pick<Invitation, "role" | "expires_at">): AuditView => ({
  role,
  expires_at,
});
