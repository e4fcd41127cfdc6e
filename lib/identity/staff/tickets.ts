import { type AuditView, mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { AppError, notFound } from "@/lib/platform/errors";
import type { ActiveStaff, ListStaffTickets, StaffTicket } from "./schema";

const HOUR_MS = 3_600_000;
/** A workspace that more look at than this has another problem than this list. */
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

/** The tickets of a workspace. */
const ticketsOf = (workspaceId: string) =>
  db.selectFrom("staff_tickets").select(COLUMNS).where("workspace_id", "=", workspaceId);

type Row = Omit<StaffTicket, "status"> & { status: string };

/** A ticket as it stands at this moment: nothing has to happen for one to end. */
export function ticketAt<T extends Row>(row: T, now: string): T & { status: StaffTicket["status"] } {
  const over = row.expires_at !== null && row.expires_at <= now;
  const status = row.status === "approved" ? (over ? "expired" : "active") : row.status;
  return { ...row, status: status as StaffTicket["status"] };
}

/** A page of the requests of staff, newest first. */
export async function listTickets(ctx: Ctx, query: ListStaffTickets): Promise<Page<StaffTicket>> {
  const page = await listPage(ctx, ticketsOf(ctx.workspaceId), query);
  const now = ctx.now();
  return { ...page, data: page.data.map((row) => ticketAt(row, now)) };
}

/** One request. 404 where there is none. */
export async function readTicket(ctx: Ctx, id: string): Promise<StaffTicket> {
  const row = await ctx.db.one(ticketsOf(ctx.workspaceId).where("id", "=", id));
  if (row === undefined) throw notFound();
  return ticketAt(row, ctx.now());
}

/** Who of the staff may look at the workspace now. */
export async function activeTickets(ctx: Pick<Ctx, "workspaceId" | "db" | "now">): Promise<ActiveStaff> {
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

type Change = { status: string; decided_at?: string; decided_by?: string; expires_at?: string };
type Ending = { status: string; ended_at: string; ended_by: string };

/** What the log keeps: who of the staff, and for how long; the reason is somebody's own words and stays out. */
const auditView = ({ staff, hours, expires_at }: Row): AuditView => ({ staff, hours, expires_at });

/** Changes a ticket that stands so; the same again where that is done already. Throws `invalid_state` otherwise. */
function change(
  ctx: Ctx,
  id: string,
  action: string,
  { from, done, to }: { from: string; done: readonly string[]; to: (row: Row) => Change | Ending },
): Promise<StaffTicket> {
  return mutate(ctx, async (tx) => {
    const row = await tx.one(ticketsOf(ctx.workspaceId).where("id", "=", id).forUpdate());
    if (row === undefined) throw notFound();
    const { status } = ticketAt(row, ctx.now());
    if (done.includes(status)) return { result: ticketAt(row, ctx.now()), audit: null };
    if (status !== from)
      throw new AppError("invalid_state", `This request is ${status}: that cannot be done any more.`);
    const set = to(row);
    await tx.all(
      db
        .updateTable("staff_tickets")
        .set(set)
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const after = ticketAt({ ...row, ...set }, ctx.now());
    return { result: after, audit: { action, target: id, after: auditView(after) } };
  });
}

/** Lets the staff in, from now on for the hours asked for. */
export const approveTicket = (ctx: Ctx, id: string): Promise<StaffTicket> =>
  change(ctx, id, "staff_access.approved", {
    from: "asked",
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
  change(ctx, id, "staff_access.refused", {
    from: "asked",
    done: ["refused"],
    to: () => ({ status: "refused", decided_at: ctx.now(), decided_by: ctx.actor.id }),
  });

/** Ends an access: at once in this process, and within two seconds in every other. */
export const endTicket = (ctx: Ctx, id: string): Promise<StaffTicket> =>
  change(ctx, id, "staff_access.ended", {
    from: "active",
    done: ["ended", "expired"],
    to: () => ({ status: "ended", ended_at: ctx.now(), ended_by: ctx.actor.id }),
  });
