import type { z } from "zod";
import type { AgentForCall } from "@/lib/agents/agents";
import type { Purpose } from "@/lib/calls/calls/schema";
import type { Decision } from "@/lib/contacts/policy/schema";
import type { Values } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";

/** An attempt that the decision has allowed and that is to be made at `placeAt`. */
export type Planned = {
  /** `<campaign, callback or call>/<contact, where several>/<number of the try>`: none is made twice. */
  key: string;
  /** A new call's id (`newId("call")`). */
  callId: string;
  campaignId: string | null;
  /** Which try of the contact's it is, from 1. */
  number: number;
  /** `hash` is the keyed hash of the number, `phone` the number in E.164, `sealer` the contact's own. */
  contact: { id: string; hash: Buffer; phone: string; sealer: Sealer };
  agentId: string;
  /** Of `agentForCall`: what the call runs. */
  agent: AgentForCall;
  channel: "phone" | "sms";
  purpose: z.output<typeof Purpose>;
  /** Values of the agent's variables that are known beforehand (`knownValues` of lib/calls/calls). */
  variables: Values;
  metadata?: Record<string, string | number | boolean | null>;
  suppressRecording?: boolean;
  decision: Decision;
  /** RFC 3339: when the carrier is asked, for calls per second. */
  placeAt: string;
};
