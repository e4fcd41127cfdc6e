import { sql } from "kysely";
import { ticketAt } from "@/lib/identity/staff";
import type { AskTicket, OwnTicket } from "@/lib/identity/staff/schema";
import { workspaceIds } from "@/lib/identity/workspaces";
import { mutate } from "@/lib/platform/audit";
import { db } from "@/lib/platform/db";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";
import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { lookBy, type StaffSession } from "./sessions";

/** Tickets that a list shows, newest first. */
const LIST_LIMIT = 100;
/** Requests of one person that wait in one workspace: its owner is asked, not flooded. */
const WAITING_LIMIT = 3;

type Asking = { session: StaffSession; requestId: string; address: string | null; now: string };

const auditor = (workspaceId: string, { session, requestId, address, now }: Asking) => ({
  workspaceId,
  actor: { type: "staff", id: session.staffId, role: "viewer" } as const,
  requestId,
  address,
  now: () => now,
});

/** The statement behind it sees this person's tickets in every workspace (policy `own_tickets`). */
const asStaff = (staffId: string) =>
  identityDb.selectNoFrom(sql`set_config('app.staff_id', ${staffId}, true)`.as("set"));

const ticketsOf = (staffId: string) =>
  db
    .selectFrom("staff_tickets")
    .select(["id", "workspace_id", "status", "staff_email as staff", "reason", "hours", "created_at"])
    .select(["decided_at", "decided_by", "expires_at", "ended_at", "ended_by"])
    .where("staff_id", "=", staffId);

/** One's own tickets, newest first. */
export async function ownTickets({ session, now }: Asking): Promise<OwnTicket[]> {
  const [, rows] = await identityBatch(
    asStaff(session.staffId),
    ticketsOf(session.staffId).orderBy("created_at", "desc").orderBy("id", "desc").limit(LIST_LIMIT),
  );
  return rows.map((row) => ticketAt(row, now));
}

/** Asks a workspace's owners to be let in. 404 where there is no such workspace. */
export async function askTicket(asking: Asking, input: AskTicket): Promise<OwnTicket> {
  const { workspace_id, reason, hours } = input;
  if (!(await workspaceIds()).includes(workspace_id)) throw notFound();
  const { session, now } = asking;
  return mutate(auditor(workspace_id, asking), async (tx) => {
    const waiting = await tx.all(
      db
        .selectFrom("staff_tickets")
        .select("id")
        .where("workspace_id", "=", workspace_id)
        .where("staff_id", "=", session.staffId)
        .where("status", "=", "asked")
        .limit(WAITING_LIMIT),
    );
    if (waiting.length === WAITING_LIMIT)
      throw new AppError("conflict", "Requests of yours wait there already. An owner decides them.");
    const row = {
      id: newId("tck", Date.parse(now)),
      workspace_id,
      reason,
      hours,
      status: "asked",
      created_at: now,
      ...{ decided_at: null, decided_by: null, expires_at: null, ended_at: null, ended_by: null },
    };
    await tx.all(
      db
        .insertInto("staff_tickets")
        .values({ ...row, staff_id: session.staffId, staff_email: session.email }),
    );
    return {
      result: ticketAt({ ...row, staff: session.email }, now),
      audit: {
        action: "staff_access.asked",
        target: row.id,
        after: { staff: session.email, hours },
      },
    };
  });
}

/** The own ticket of this id. 404 for another's and for none. */
async function ownTicket(asking: Asking, id: string): Promise<OwnTicket> {
  const found = (await ownTickets(asking)).find((ticket) => ticket.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** From now on the session looks at the workspace of an approved ticket. 404 for one that is not active. */
export async function enterByTicket(asking: Asking, token: string, id: string): Promise<OwnTicket> {
  const ticket = await ownTicket(asking, id);
  if (ticket.status !== "active") throw notFound();
  await mutate(auditor(ticket.workspace_id, asking), {
    run: [],
    audit: { action: "staff_access.entered", target: id },
  });
  await lookBy(token, id);
  return ticket;
}

/** Gives an access back before its hours are over. */
export async function giveBackTicket(asking: Asking, token: string, id: string): Promise<OwnTicket> {
  const ticket = await ownTicket(asking, id);
  const { session, now } = asking;
  await lookBy(token, null);
  if (ticket.status !== "active") return ticket;
  await mutate(auditor(ticket.workspace_id, asking), {
    run: [
      db
        .updateTable("staff_tickets")
        .set({ status: "ended", ended_at: now, ended_by: session.staffId })
        .where("workspace_id", "=", ticket.workspace_id)
        .where("id", "=", id)
        .where("status", "=", "approved"),
    ],
    audit: { action: "staff_access.ended", target: id },
  });
  return ownTicket(asking, id);
}
