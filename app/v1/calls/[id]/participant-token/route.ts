import { mintParticipantToken } from "@/lib/calls/calls";
import { CallParams, ParticipantToken } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Mint a participant token",
    description:
      "With the token, sent as a bearer token, the person in a chat or web call reads and writes their own conversation: its messages, events and end. They see in clear what they typed themselves; values of the contact, the campaign and tools stay masked. It expires after 15 minutes and with the call; mint another to renew it. An `Idempotency-Key` that is repeated answers without the token.",
    tags: ["Calls"],
    can: "calls.write",
    params: CallParams,
    response: ParticipantToken,
    referenceOf: ({ expires_at }) => expires_at,
    replay: async (_, { reference }) => ({ expires_at: reference }),
  },
  (ctx, { params }) => mintParticipantToken(ctx, params.id),
);
