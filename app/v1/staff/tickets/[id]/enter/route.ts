import { signedIn, staffRoute } from "@/lib/http";
import { enterByTicket } from "@/lib/identity/auth";
import { OwnTicket, StaffTicketParams } from "@/lib/identity/staff/schema";

export const POST = staffRoute(
  { summary: "Look at the workspace of an approved request", params: StaffTicketParams, response: OwnTicket },
  (given, { params }) => {
    const asked = signedIn(given);
    return enterByTicket(asked, asked.token, params.id);
  },
);
