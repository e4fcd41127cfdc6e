import { listSipMessages } from "@/lib/calls/sip-messages";
import { SipMessageList, SipMessageListParams } from "@/lib/calls/sip-messages/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List the SIP messages of a call",
    description:
      "Messages of a call over a SIP trunk and of its transfers, for finding out why a call failed. Numbers and names are masked when they are stored; credentials, keys and the audio are never stored. They are deleted after 30 days, and with the call.",
    tags: ["Calls"],
    capability: "calls.read",
    params: SipMessageListParams,
    response: SipMessageList,
  },
  (ctx, { params }) => listSipMessages(ctx, params.id),
);
