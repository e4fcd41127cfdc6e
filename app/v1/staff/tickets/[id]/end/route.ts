import { signedIn, staffRoute } from "@/lib/http";
import { endOwnTicket } from "@/lib/identity/auth";
import { OwnTicket, StaffTicketParams } from "@/lib/identity/staff/schema";

export const POST = staffRoute(
  { summary: "End your staff access", params: StaffTicketParams, response: OwnTicket },
  (request, { params }) => {
    const staffRequest = signedIn(request);
    return endOwnTicket(staffRequest, staffRequest.token, params.id);
  },
);
