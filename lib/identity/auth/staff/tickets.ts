import { sql } from "kysely";
import { withCurrentStatus } from "@/lib/identity/staff";
import type { OwnTicket, RequestTicket } from "@/lib/identity/staff/schema";
import { listWorkspaceIds } from "@/lib/identity/workspaces";
import { writeAudited } from "@/lib/platform/audit";
import { db } from "@/lib/platform/db";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";
import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type StaffSession, setSessionTicket } from "./sessions";

/** Maximum tickets in a list, newest first. */
const LIST_LIMIT = 100;
/** Maximum undecided requests per person and workspace, so that owners are not flooded. */
const WAITING_LIMIT = 3;

type StaffRequest = { session: StaffSession; requestId: string; address: string | null; now: string };

const auditorOf = (workspaceId: string, { session, requestId, address, now }: StaffRequest) => ({
  workspaceId,
  actor: { type: "staff", id: session.staffId, role: "viewer" } as const,
  requestId,
  address,
  now: () => now,
});

/** Lets the next statement read this person's tickets in every workspace (policy `own_tickets`). */
const setStaff = (staffId: string) =>
  identityDb.selectNoFrom(sql`set_config('app.staff_id', ${staffId}, true)`.as("set"));

const selectTickets = (staffId: string) =>
  db
    .selectFrom("staff_tickets")
    .select(["id", "workspace_id", "status", "staff_email as staff", "reason", "hours", "created_at"])
    .select(["decided_at", "decided_by", "expires_at", "ended_at", "ended_by"])
    .where("staff_id", "=", staffId);

/** Lists the caller's tickets, newest first. */
export async function listOwnTickets({ session, now }: StaffRequest): Promise<OwnTicket[]> {
  const [, rows] = await identityBatch(
    setStaff(session.staffId),
    selectTickets(session.staffId).orderBy("created_at", "desc").orderBy("id", "desc").limit(LIST_LIMIT),
  );
  return rows.map((row) => withCurrentStatus(row, now));
}

/** Requests access from a workspace's owners. Throws 404 if the workspace does not exist. */
export async function requestTicket(request: StaffRequest, input: RequestTicket): Promise<OwnTicket> {
  const { workspace_id, reason, hours } = input;
  if (!(await listWorkspaceIds()).includes(workspace_id)) throw notFound();
  const { session, now } = request;
  return writeAudited(auditorOf(workspace_id, request), async (tx) => {
    const undecided = await tx.all(
      db
        .selectFrom("staff_tickets")
        .select("id")
        .where("workspace_id", "=", workspace_id)
        .where("staff_id", "=", session.staffId)
        .where("status", "=", "requested")
        .limit(WAITING_LIMIT),
    );
    if (undecided.length === WAITING_LIMIT) throw new AppError("too_many_staff_tickets");
    const row = {
      id: newId("tck", Date.parse(now)),
      workspace_id,
      reason,
      hours,
      status: "requested",
      created_at: now,
      ...{ decided_at: null, decided_by: null, expires_at: null, ended_at: null, ended_by: null },
    };
    await tx.all(
      db
        .insertInto("staff_tickets")
        .values({ ...row, staff_id: session.staffId, staff_email: session.email }),
    );
    return {
      result: withCurrentStatus({ ...row, staff: session.email }, now),
      audit: {
        action: "staff_access.asked",
        target: row.id,
        after: { staff: session.email, hours },
      },
    };
  });
}

/** Reads the caller's ticket. Throws 404 if it does not exist or belongs to another person. */
async function readOwnTicket(request: StaffRequest, id: string): Promise<OwnTicket> {
  const ticket = (await listOwnTickets(request)).find((ticket) => ticket.id === id);
  if (ticket === undefined) throw notFound();
  return ticket;
}

/**
 * Gives the session access to the workspace of an approved ticket. Throws 404 if the ticket is not active.
 */
export async function enterByTicket(request: StaffRequest, token: string, id: string): Promise<OwnTicket> {
  const ticket = await readOwnTicket(request, id);
  if (ticket.status !== "active") throw notFound();
  await writeAudited(auditorOf(ticket.workspace_id, request), {
    run: [],
    audit: { action: "staff_access.entered", target: id },
  });
  await setSessionTicket(token, id);
  return ticket;
}

/** Ends the caller's access before its hours are over. */
export async function endOwnTicket(request: StaffRequest, token: string, id: string): Promise<OwnTicket> {
  const ticket = await readOwnTicket(request, id);
  const { session, now } = request;
  await setSessionTicket(token, null);
  if (ticket.status !== "active") return ticket;
  await writeAudited(auditorOf(ticket.workspace_id, request), {
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
  return readOwnTicket(request, id);
}
