import { z } from "zod";
import { id, Phone, pageOf, pageQuery, Time } from "@/lib/schema";

const NumberId = id("num");
const AgentId = id("agt");
const IntegrationId = id("int");

/** A number of the workspace's own: who answers on it, and by which carrier's account it is reached. */
export const PhoneNumber = z.strictObject({
  id: NumberId,
  number: z.string(),
  agent_id: AgentId.nullable(),
  integration_id: IntegrationId,
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
});
export type CreatePhoneNumber = z.output<typeof CreatePhoneNumber>;

export const UpdatePhoneNumber = z.strictObject({
  integration_id: IntegrationId.optional(),
  agent_id: AgentId.nullable().optional(),
});
export type UpdatePhoneNumber = z.output<typeof UpdatePhoneNumber>;
