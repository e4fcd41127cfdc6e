import type { AuditView } from "@/lib/platform/audit";
import { atLeast, type Ctx, type Role } from "@/lib/platform/context";
import type { Place, Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import type { Invitation } from "./schema";

const DAY_MS = 86_400_000;
/** How long a link works (product.md, "Starting": 7 days). */
export const LIFE_MS = 7 * DAY_MS;

/** Invitations that nobody has accepted or withdrawn, with the role that who invited has now; null: they have left. */
export const pending = (workspaceId: string) =>
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

/** Whether the link of such a row works: who invited may still give that role. `now`: RFC 3339. */
export function statusOf(row: PendingRow, now: string): Invitation["status"] {
  if (row.inviter_role === null || !atLeast(row.inviter_role as Role, row.role as Role)) return "lapsed";
  return row.expires_at > now ? "open" : "expired";
}

/** Where an invitation's address is sealed. */
export const emailPlace = (id: string): Place => ({ table: "invitations", row: id, field: "email" });

export const toInvitation = (ctx: Pick<Ctx, "now">, sealer: Sealer, row: PendingRow): Invitation => ({
  id: row.id,
  email: sealer.openText(emailPlace(row.id), row.email),
  role: row.role as Role,
  status: statusOf(row, ctx.now()),
  mail: row.mail as Invitation["mail"],
  invited_by: row.invited_by,
  created_at: row.created_at,
  expires_at: row.expires_at,
});

/** What the audit log keeps: the address is a personal value and stays out. */
export const auditView = ({ role, expires_at }: Pick<Invitation, "role" | "expires_at">): AuditView => ({
  role,
  expires_at,
});
