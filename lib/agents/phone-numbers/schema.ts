import { z } from "zod";
import { opens, windowFields } from "@/lib/contacts/policy/schema";
import { id, Phone, pageOf, pageQuery, Time, TimeZone } from "@/lib/platform/schema";

const NumberId = id("num");
const AgentId = id("agt");
const IntegrationId = id("int");

/** When the agent answers calls, on the clock of a zone; texts are answered at any time. */
export const Hours = z
  .strictObject({ ...windowFields, timezone: TimeZone })
  .refine(opens, { path: ["end"], message: "Let the hours end after they start." });
export type Hours = z.output<typeof Hours>;

/** A number of the workspace's own: who answers on it, and by which carrier's account it is reached. */
export const PhoneNumber = z.strictObject({
  id: NumberId,
  number: z.string(),
  agent_id: AgentId.nullable(),
  integration_id: IntegrationId,
  /** Null: at any time. */
  hours: Hours.nullable(),
  /** Where calls go on outside of the hours, and where nothing can answer. */
  fallback_number: z.string().nullable(),
  created_at: Time,
});
export type PhoneNumber = z.output<typeof PhoneNumber>;
export const PhoneNumberPage = pageOf(PhoneNumber);
export const ListPhoneNumbers = z.strictObject(pageQuery);
export const PhoneNumberParams = z.strictObject({ id: NumberId });

/** `integration_id` is a live integration of kind `twilio`; without `agent_id` nobody answers. */
export const CreatePhoneNumber = z.strictObject({
  number: Phone,
  integration_id: IntegrationId,
  agent_id: AgentId.nullable().default(null),
  hours: Hours.nullable().default(null),
  fallback_number: Phone.nullable().default(null),
});
export type CreatePhoneNumber = z.output<typeof CreatePhoneNumber>;

export const UpdatePhoneNumber = z.strictObject({
  integration_id: IntegrationId.optional(),
  agent_id: AgentId.nullable().optional(),
  hours: Hours.nullable().optional(),
  fallback_number: Phone.nullable().optional(),
});
export type UpdatePhoneNumber = z.output<typeof UpdatePhoneNumber>;
