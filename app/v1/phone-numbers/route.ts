import { createPhoneNumber, listPhoneNumbers, readPhoneNumber } from "@/lib/agents/phone-numbers";
import {
  CreatePhoneNumber,
  ListPhoneNumbers,
  PhoneNumber,
  PhoneNumberPage,
} from "@/lib/agents/phone-numbers/schema";
import { route } from "@/lib/http";

const tags = ["Phone numbers"];

export const GET = route(
  {
    summary: "List phone numbers",
    tags,
    capability: "numbers.read",
    query: ListPhoneNumbers,
    response: PhoneNumberPage,
  },
  (ctx, { query }) => listPhoneNumbers(ctx, query),
);

export const POST = route(
  {
    summary: "Connect a phone number",
    description:
      "A number of the workspace's carrier account. The agent answers texts to it at any time, and sends texts from it. `hours` and `fallback_number` apply to calls: when the agent answers, and where calls are forwarded at other times or if the agent cannot answer. At the carrier, set `/v1/carriers/twilio/<integration_id>/messages` as the webhook for inbound messages, and `/v1/carriers/twilio/<integration_id>/voice` for calls.",
    tags,
    capability: "numbers.manage",
    refuseTest: true,
    body: CreatePhoneNumber,
    response: PhoneNumber,
    status: 201,
    etag: ({ revision }) => revision,
    location: ({ id }) => `/v1/phone-numbers/${id}`,
    replay: (ctx, { reference }) => readPhoneNumber(ctx, reference),
  },
  (ctx, { body }) => createPhoneNumber(ctx, body),
);
