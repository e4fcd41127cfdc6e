import { signedIn, staffRoute } from "@/lib/http";
import { askTicket, ownTickets } from "@/lib/identity/auth";
import { AskTicket, OwnTicket, OwnTickets } from "@/lib/identity/staff/schema";

export const GET = staffRoute(
  { summary: "List one's own requests to look at workspaces", response: OwnTickets },
  async (given) => {
    const asked = signedIn(given);
    return { email: asked.session.email, data: await ownTickets(asked) };
  },
);

export const POST = staffRoute(
  { summary: "Ask to look at a workspace", body: AskTicket, response: OwnTicket, status: 201 },
  (asked, { body }) => askTicket(signedIn(asked), body),
);
