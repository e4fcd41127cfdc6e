import { deletePhoneNumber, readPhoneNumber, updatePhoneNumber } from "@/lib/agents/phone-numbers";
import { PhoneNumber, PhoneNumberParams, UpdatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { route } from "@/lib/http";

const tags = ["Phone numbers"];

export const GET = route(
  {
    summary: "Get a phone number",
    tags,
    capability: "numbers.read",
    params: PhoneNumberParams,
    response: PhoneNumber,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readPhoneNumber(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update a phone number",
    description: "Its agent, hours, fallback number and account. `hours: null` means at any time.",
    tags,
    capability: "numbers.manage",
    refuseTest: true,
    params: PhoneNumberParams,
    body: UpdatePhoneNumber,
    response: PhoneNumber,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => updatePhoneNumber(ctx, params.id, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Disconnect a phone number",
    description: "The number sends no texts and answers no calls.",
    tags,
    capability: "numbers.manage",
    refuseTest: true,
    params: PhoneNumberParams,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { params, ifMatch }) => {
    await deletePhoneNumber(ctx, params.id, ifMatch);
    return undefined;
  },
);
