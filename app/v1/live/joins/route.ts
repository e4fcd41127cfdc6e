import { listConnectedJoins } from "@/lib/calls/joins";
import { CallJoins } from "@/lib/calls/joins/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List the members who take part in calls in progress",
    description: "Members who have taken over a call or listen to it, in this environment.",
    capability: "calls.read",
    internal: true,
    response: CallJoins,
  },
  (ctx) => listConnectedJoins(ctx),
);
