import { signedIn, staffRoute } from "@/lib/http";
import { giveBackTicket } from "@/lib/identity/auth";
import { OwnTicket, StaffTicketParams } from "@/lib/identity/staff/schema";

export const POST = staffRoute(
  { summary: "Give an access back", params: StaffTicketParams, response: OwnTicket },
  (given, { params }) => {
    const asked = signedIn(given);
    return giveBackTicket(asked, asked.token, params.id);
  },
);
