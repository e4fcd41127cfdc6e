import { deletePhoneNumber, readPhoneNumber, updatePhoneNumber } from "@/lib/agents/phone-numbers";
import { PhoneNumber, PhoneNumberParams, UpdatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { route } from "@/lib/http";

const tags = ["Phone numbers"];

export const GET = route(
  {
    summary: "Fetch a phone number",
    tags,
    can: "numbers.read",
    params: PhoneNumberParams,
    response: PhoneNumber,
  },
  (ctx, { params }) => readPhoneNumber(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update a phone number",
    description:
      "Which agent answers and when, where calls go on, and by which account the number is reached. `hours: null` is at any time.",
    tags,
    can: "numbers.manage",
    refuseTest: true,
    params: PhoneNumberParams,
    body: UpdatePhoneNumber,
    response: PhoneNumber,
  },
  (ctx, { params, body }) => updatePhoneNumber(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Disconnect a phone number",
    description: "Nothing is sent from it and nobody answers on it any more.",
    tags,
    can: "numbers.manage",
    refuseTest: true,
    params: PhoneNumberParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await deletePhoneNumber(ctx, params.id);
    return undefined;
  },
);
