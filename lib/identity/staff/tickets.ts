import { type AuditView, writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { AppError, notFound } from "@/lib/platform/errors";
import type { ActiveStaff, ListStaffTickets, StaffTicket } from "./schema";

const HOUR_MS = 3_600_000;
/** More staff than ever access one workspace at once. */
const ACTIVE_LIMIT = 20;

const COLUMNS = [
  "id",
  "status",
  "staff_email as staff",
  "reason",
  "hours",
  "created_at",
  "decided_at",
  "decided_by",
  "expires_at",
  "ended_at",
  "ended_by",
] as const;

/** Selects the tickets of a workspace. */
const selectTickets = (workspaceId: string) =>
  db.selectFrom("staff_tickets").select(COLUMNS).where("workspace_id", "=", workspaceId);

type Row = Omit<StaffTicket, "status"> & { status: string };

/** A ticket with its status at `now`: an approved ticket expires without a write. */
export function withCurrentStatus<T extends Row>(row: T, now: string): T & { status: StaffTicket["status"] } {
  const isOver = row.expires_at !== null && row.expires_at <= now;
  const status = row.status === "approved" ? (isOver ? "expired" : "active") : row.status;
  return { ...row, status: status as StaffTicket["status"] };
}

/** Lists the requests of staff, newest first. */
export async function listTickets(ctx: Ctx, query: ListStaffTickets): Promise<Page<StaffTicket>> {
  const page = await listPage(ctx, selectTickets(ctx.workspaceId), query);
  const now = ctx.now();
  return { ...page, data: page.data.map((row) => withCurrentStatus(row, now)) };
}

/** Reads a request. Throws 404 if it does not exist. */
export async function readTicket(ctx: Ctx, id: string): Promise<StaffTicket> {
  const row = await ctx.db.first(selectTickets(ctx.workspaceId).where("id", "=", id));
  if (row === undefined) throw notFound();
  return withCurrentStatus(row, ctx.now());
}

/** Lists the staff who have access to the workspace now. */
export async function listActiveTickets(ctx: Pick<Ctx, "workspaceId" | "db" | "now">): Promise<ActiveStaff> {
  const rows = await ctx.db.all(
    db
      .selectFrom("staff_tickets")
      .select(["id", "staff_email as staff", "reason", "expires_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("status", "=", "approved")
      .where("expires_at", ">", ctx.now())
      .orderBy("expires_at")
      .limit(ACTIVE_LIMIT),
  );
  return { data: rows };
}

type Decision = { status: string; decided_at?: string; decided_by?: string; expires_at?: string };
type TicketEnd = { status: string; ended_at: string; ended_by: string };

/** The fields that the audit log keeps. The reason is free text and is omitted. */
const auditView = ({ staff, hours, expires_at }: Row): AuditView => ({ staff, hours, expires_at });

/**
 * Changes the status of a ticket from `from`. Returns a ticket in one of the `done` states unchanged. Throws
 * `invalid_state` for any other state.
 */
function changeStatus(
  ctx: Ctx,
  id: string,
  action: string,
  { from, done, to }: { from: string; done: readonly string[]; to: (row: Row) => Decision | TicketEnd },
): Promise<StaffTicket> {
  return writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectTickets(ctx.workspaceId).where("id", "=", id).forNoKeyUpdate());
    if (row === undefined) throw notFound();
    const { status } = withCurrentStatus(row, ctx.now());
    if (done.includes(status)) return { result: withCurrentStatus(row, ctx.now()), audit: null };
    if (status !== from) throw new AppError("staff_ticket_decided", { params: { status } });
    const set = to(row);
    await tx.all(
      db
        .updateTable("staff_tickets")
        .set(set)
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const after = withCurrentStatus({ ...row, ...set }, ctx.now());
    return { result: after, audit: { action, target: id, after: auditView(after) } };
  });
}

/** Approves a request: access begins now and lasts for the requested hours. */
export const approveTicket = (ctx: Ctx, id: string): Promise<StaffTicket> =>
  changeStatus(ctx, id, "staff_access.approved", {
    from: "requested",
    done: ["active"],
    to: ({ hours }) => ({
      status: "approved",
      decided_at: ctx.now(),
      decided_by: ctx.actor.id,
      expires_at: plusMs(ctx.now(), hours * HOUR_MS),
    }),
  });

/** Refuses a request. */
export const refuseTicket = (ctx: Ctx, id: string): Promise<StaffTicket> =>
  changeStatus(ctx, id, "staff_access.refused", {
    from: "requested",
    done: ["refused"],
    to: () => ({ status: "refused", decided_at: ctx.now(), decided_by: ctx.actor.id }),
  });

/** Ends an access: immediately in this process and within 2 s in every other. */
export const endTicket = (ctx: Ctx, id: string): Promise<StaffTicket> =>
  changeStatus(ctx, id, "staff_access.ended", {
    from: "active",
    done: ["ended", "expired"],
    to: () => ({ status: "ended", ended_at: ctx.now(), ended_by: ctx.actor.id }),
  });
