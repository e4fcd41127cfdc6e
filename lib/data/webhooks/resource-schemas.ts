import type { z } from "zod";
import { Agent } from "@/lib/agents/agents/schema";
import { Call, CallItem } from "@/lib/calls/calls/schema";
import { Contact } from "@/lib/contacts/contacts/schema";
import { Deletion } from "@/lib/data/erasure/schema";
import { Campaign } from "@/lib/outreach/campaigns/schema";
import { Webhook } from "./schema";
import type { EventResource } from "./values";

/** The allow list of each resource in an event's `data`: that of the API. */
export const RESOURCE_SCHEMAS = {
  agent: Agent,
  call: CallItem,
  settled_call: Call,
  campaign: Campaign,
  contact: Contact,
  deletion: Deletion,
  webhook: Webhook,
} as const satisfies Record<EventResource, z.ZodType>;
