import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { createWorkspace } from "@/lib/identity/auth";
import { createCampaign, launchCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";
import { setTrunkLimits } from "@/lib/outreach/trunk-limits";
import { systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";

/** A workspace with a trunk, and a campaign that calls each contact at most once. */
export type SipWorld = { ctx: Ctx; campaignId: string; launch(): Promise<unknown> };

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const NOON = 12;
/** A time zone in which it is noon now, so that calls are allowed. */
function noonZone(): string {
  const hours = NOON - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

const person = (index: number) => ({
  phone: `+1212${2_000_000 + index}`,
  timezone: noonZone(),
  consents: [{ purpose: "informational", channel: "call", granted: true, source: "a form" }],
});

export async function makeSipWorld(port: number, contacts: number, cap: number): Promise<SipWorld> {
  const owner = { email: "owner@example.test", name: "Olive Owner", password: null };
  const founded = await createWorkspace({ name: "Crash", owner }, systemClock);
  if (founded === null) throw new Error("No workspace was made.");
  const ctx = makeCtx({
    workspaceId: founded.workspaceId,
    environment: "live",
    actor: { type: "member", id: founded.ownerId, role: "owner" },
    requestId: "req_crash",
    address: null,
    signal: new AbortController().signal,
  });
  const lines = { max_calls: cap, calls_per_second: 50 };
  const connection = { server: `127.0.0.1:${port}`, transport: "tcp", encryption: "off" };
  const credential = { kind: "sip", ...connection, sources: ["127.0.0.1"], ...lines };
  const trunk = await createIntegration(ctx, CreateIntegration.parse({ name: "Trunk", credential }));
  const none = { per_day: null, per_hour: null, calls_per_country: null, failed_percent: null };
  await setTrunkLimits(ctx, trunk.id, { prices: null, ...none });
  const agent = await createAgent(
    ctx,
    CreateAgent.parse({
      name: "Desk",
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "Help.",
      recording: { enabled: false },
      variables: [{ name: "day", type: "boolean", description: "whether the day suits" }],
    }),
  );
  await deployAgent(ctx, agent.id);
  const number = { number: "+12135550100", integration_id: trunk.id, agent_id: agent.id };
  await createPhoneNumber(ctx, CreatePhoneNumber.parse(number));
  const campaign = await createCampaign(
    ctx,
    CreateCampaign.parse({
      name: "Reminders",
      agent_id: agent.id,
      contacts: Array.from({ length: contacts }, (_, index) => person(index)),
      window: { days: DAYS, timezone: "callee" },
      max_concurrent_calls: cap,
      calls_per_second: 50,
      attempts: { max: 1, retry_after_minutes: 1, on: [] },
    }),
  );
  return { ctx, campaignId: campaign.id, launch: () => launchCampaign(ctx, campaign.id, carrierFor) };
}
