import { z } from "zod";
import { hasOpenMinutes, windowFields } from "@/lib/contacts/policy/schema";
import { id, Phone, pageOf, pageQuery, Revision, Time, TimeZone } from "@/lib/platform/schema";

const NumberId = id("num");
const AgentId = id("agt");
const IntegrationId = id("int");

/** Hours in which the agent answers calls, in a time zone. Texts are answered at any time. */
export const Hours = z
  .strictObject({ ...windowFields, timezone: TimeZone })
  .refine(hasOpenMinutes, { path: ["end"], message: "Let the hours end after they start." });
export type Hours = z.output<typeof Hours>;

/** A workspace's own number: the agent that answers, and the carrier's account that it belongs to. */
export const PhoneNumber = z.strictObject({
  id: NumberId,
  number: z.string(),
  agent_id: AgentId.nullable(),
  integration_id: IntegrationId,
  /** Null: at any time. */
  hours: Hours.nullable(),
  /** Calls are forwarded to this number outside the hours, and when the agent cannot answer. */
  fallback_number: z.string().nullable(),
  revision: Revision,
  created_at: Time,
});
export type PhoneNumber = z.output<typeof PhoneNumber>;
export const PhoneNumberPage = pageOf(PhoneNumber);
export const ListPhoneNumbers = z.strictObject(pageQuery);
export const PhoneNumberParams = z.strictObject({ id: NumberId });

/**
 * `integration_id` is a live integration of kind `twilio`. Without `agent_id`, the number does not answer.
 */
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
