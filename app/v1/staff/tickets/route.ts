import { signedIn, staffRoute } from "@/lib/http";
import { listOwnTickets, requestTicket } from "@/lib/identity/auth";
import { OwnTicket, OwnTickets, RequestTicket } from "@/lib/identity/staff/schema";

export const GET = staffRoute(
  { summary: "List your staff access requests", response: OwnTickets },
  async (request) => {
    const staffRequest = signedIn(request);
    return { email: staffRequest.session.email, data: await listOwnTickets(staffRequest) };
  },
);

export const POST = staffRoute(
  { summary: "Request access to a workspace", body: RequestTicket, response: OwnTicket, status: 201 },
  (request, { body }) => requestTicket(signedIn(request), body),
);
