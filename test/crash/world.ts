import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createWorkspace } from "@/lib/identity/auth";
import { createCampaign, launchCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import type { Carrier } from "@/lib/outreach/dialing";
import type { Clock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { WINDOW } from "./check";

/** A workspace, its agent, and a campaign of so many contacts, all in New York, that waits to be launched. */
export type CrashFixture = { ctx: Ctx; campaignId: string; launch(): Promise<unknown> };

const person = (n: number) => ({
  phone: `+1212${2_000_000 + n}`,
  timezone: "America/New_York",
  consents: [{ purpose: "informational", channel: "call", granted: true, source: "a form" }],
});

export async function makeWorld(
  clock: Clock,
  line: Carrier,
  { contacts, cap }: { contacts: number; cap: number },
): Promise<CrashFixture> {
  const owner = { email: "owner@example.test", name: "Olive Owner", password: null };
  const founded = await createWorkspace({ name: "Crash", owner }, clock);
  if (founded === null) throw new Error("No workspace was made.");
  const ctx = makeCtx({
    workspaceId: founded.workspaceId,
    environment: "live",
    actor: { type: "member", id: founded.ownerId, role: "owner" },
    requestId: "req_crash",
    address: null,
    signal: new AbortController().signal,
    clock,
  });
  const agent = await createAgent(
    ctx,
    CreateAgent.parse({
      name: "Desk",
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "Help.",
      inactivity_timeout_s: 5,
      variables: [{ name: "day", type: "date", description: "the day" }],
    }),
  );
  await deployAgent(ctx, agent.id);
  const campaign = await createCampaign(
    ctx,
    CreateCampaign.parse({
      name: "Reminders",
      agent_id: agent.id,
      contacts: Array.from({ length: contacts }, (_, n) => person(n)),
      window: { ...WINDOW, timezone: "callee" },
      max_concurrent_calls: cap,
      calls_per_second: 50,
      attempts: { max: 2, retry_after_minutes: 30, on: ["no_answer", "busy", "voicemail", "failed"] },
    }),
  );
  return {
    ctx,
    campaignId: campaign.id,
    launch: () => launchCampaign(ctx, campaign.id, () => line),
  };
}
