import type { z } from "zod";
import type { AgentForCall } from "@/lib/agents/agents";
import type { Purpose } from "@/lib/calls/calls/schema";
import type { Decision } from "@/lib/contacts/policy/schema";
import type { Values } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";

/** An attempt that the policy decision allows, scheduled for `placeAt`. */
export type PlannedAttempt = {
  /**
   * `<campaign, callback or call>/<contact, if there are several>/<attempt number>`. The key is unique, so no
   * attempt is created twice.
   */
  key: string;
  /** A new call's id (`newId("call")`). */
  callId: string;
  campaignId: string | null;
  /** The number of the attempt for this contact, from 1. */
  number: number;
  /** `hash` is the keyed hash of the number, `phone` the number in E.164, `sealer` the contact's sealer. */
  contact: { id: string; hash: Buffer; phone: string; sealer: Sealer };
  agentId: string;
  /** From `agentForCall`: the version that the call runs. */
  agent: AgentForCall;
  channel: "phone" | "sms";
  purpose: z.output<typeof Purpose>;
  /** Initial values of the agent's variables (`knownValues` of lib/calls/calls). */
  variables: Values;
  metadata?: Record<string, string | number | boolean | null>;
  suppressRecording?: boolean;
  decision: Decision;
  /** RFC 3339. When the carrier is called, to keep the pace in calls per second. */
  placeAt: string;
};
