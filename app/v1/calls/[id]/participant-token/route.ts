import { mintParticipantToken } from "@/lib/calls/calls";
import { CallParams, ParticipantToken } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Create a participant token",
    description:
      "With this bearer token, the person in a chat or web call can read and write their own conversation: its messages, events and end. They see their own words unmasked; values of the contact, the campaign and tools stay masked. The token expires after 15 minutes and with the call; create another one to renew it. The response to a repeated `Idempotency-Key` omits the token.",
    tags: ["Calls"],
    capability: "calls.write",
    priority: "live",
    params: CallParams,
    response: ParticipantToken,
    referenceOf: ({ expires_at }) => expires_at,
    replay: async (_, { reference }) => ({ expires_at: reference }),
  },
  (ctx, { params }) => mintParticipantToken(ctx, params.id),
);
