import { enterByTicket } from "@/lib/auth";
import { signedIn, staffRoute } from "@/lib/http";
import { OwnTicket, StaffTicketParams } from "@/lib/staff/schema";

export const POST = staffRoute(
  { summary: "Look at the workspace of an approved request", params: StaffTicketParams, response: OwnTicket },
  (given, { params }) => {
    const asked = signedIn(given);
    return enterByTicket(asked, asked.token, params.id);
  },
);
