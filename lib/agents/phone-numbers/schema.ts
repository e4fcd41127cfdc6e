import { z } from "zod";
import { hasOpenMinutes, windowFields } from "@/lib/contacts/policy/schema";
import { HOURS_END_EARLY } from "@/lib/platform/reasons/fields/agents";
import { id, Phone, pageOf, pageQuery, Revision, Time, TimeZone } from "@/lib/platform/schema";

const NumberId = id("num");
const AgentId = id("agt");
const IntegrationId = id("int");

/** Hours in which the agent answers calls, in a time zone. Texts are answered at any time. */
export const Hours = z
  .strictObject({
    ...windowFields,
    /** IANA time zone of the times. */
    timezone: TimeZone,
  })
  .refine(hasOpenMinutes, { path: ["end"], message: HOURS_END_EARLY });
export type Hours = z.output<typeof Hours>;

/** A workspace's own number: the agent that answers, and the carrier's account that it belongs to. */
export const PhoneNumber = z.strictObject({
  id: NumberId,
  /** The number in E.164. */
  number: z.string(),
  /** Identifier of the agent that answers, `agt_…`; null if the number does not answer. */
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
 * `integration_id` is a live integration of kind `twilio` or `sip`. Without `agent_id`, the number does not answer.
 */
export const CreatePhoneNumber = z.strictObject({
  /** The number in E.164, as the carrier's account has it. It cannot change later. */
  number: Phone,
  /** Identifier of the integration with the carrier's account or trunk, `int_…`: a live one of kind `twilio` or `sip`. */
  integration_id: IntegrationId,
  /** Identifier of the agent that answers calls or texts, `agt_…`; null if the number does not answer. */
  agent_id: AgentId.nullable().default(null),
  /** Hours in which the agent answers calls; null for any time. Texts are answered at any time. */
  hours: Hours.nullable().default(null),
  /**
   * Number in E.164 to which calls are forwarded outside the hours, and when the agent cannot answer. If
   * null, such calls are rejected.
   */
  fallback_number: Phone.nullable().default(null),
});
export type CreatePhoneNumber = z.output<typeof CreatePhoneNumber>;

export const UpdatePhoneNumber = z.strictObject({
  integration_id: IntegrationId.optional(),
  /** Identifier of the agent that answers calls or texts, `agt_…`; null if the number should not answer. */
  agent_id: AgentId.nullable().optional(),
  /** Hours in which the agent answers calls; null for any time. Texts are answered at any time. */
  hours: Hours.nullable().optional(),
  /**
   * Number in E.164 to which calls are forwarded outside the hours, and when the agent cannot answer. If
   * null, such calls are rejected.
   */
  fallback_number: Phone.nullable().optional(),
});
export type UpdatePhoneNumber = z.output<typeof UpdatePhoneNumber>;
