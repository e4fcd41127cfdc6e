import { signedIn, staffRoute } from "@/lib/http";
import { enterByTicket } from "@/lib/identity/auth";
import { OwnTicket, StaffTicketParams } from "@/lib/identity/staff/schema";

export const POST = staffRoute(
  { summary: "Enter the workspace of an approved request", params: StaffTicketParams, response: OwnTicket },
  (request, { params }) => {
    const staffRequest = signedIn(request);
    return enterByTicket(staffRequest, staffRequest.token, params.id);
  },
);
