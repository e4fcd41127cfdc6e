import { sql } from "kysely";
import type { Agent } from "@/lib/agents/agents/schema";
import { readCall, tickCall } from "@/lib/calls/calls";
import { finishRecording } from "@/lib/calls/recordings";
import { NewConsent, Suppress } from "@/lib/contacts/consent/schema";
import { addConsent, suppressContact } from "@/lib/contacts/contacts";
import {
  createCampaign,
  launchCampaign,
  listCampaignContacts,
  listCampaigns,
  readCampaign,
  recordOutcome,
  stepCampaign,
} from "@/lib/outreach/campaigns";
import {
  type Campaign,
  CreateCampaign,
  ListCampaignContacts,
  ListCampaigns,
} from "@/lib/outreach/campaigns/schema";
import { findAttempt, followAttempt, handleCarrierEvent, placeAttempts } from "@/lib/outreach/dialing";
import { simulatorRef } from "@/lib/outreach/offline/simulator";
import { db } from "@/lib/platform/db";
import { stageSpokenCall } from "@/lib/voice/offline/staged-calls";
import { stagedCallerOf } from "./callers";
import { SUBSCRIBERS, type Subscriber } from "./campaign-subscribers";
import { ensureContact } from "./contacts";
import { demoCarrierFor } from "./demo-carrier";
import type { Play } from "./play";

const NAME = "Feedback on the autumn menu";
/** More steps than the campaign's contacts need. */
const MAX_STEPS = 60;
const RINGING_MS = 9_000;
/** Between two calls. */
const PAUSE_MS = 20_000;
/** Longer than a call's lease: a call whose process stopped is ended then. */
const LEASE_MS = 60_000;

/** Creates the contacts with what they agreed to, or did not. */
async function createContacts({ ctx, clock }: Play): Promise<void> {
  for (const { phone, name, agreement } of SUBSCRIBERS) {
    await ensureContact(ctx, { phone, name, consents: agreement === "none" ? ["text"] : ["call", "text"] });
    clock.advance(PAUSE_MS);
    if (agreement === "revoked") {
      const entry = {
        purpose: "informational",
        channel: "call",
        granted: false,
        source: "E-mail to the manager",
      };
      await addConsent(ctx, phone, NewConsent.parse(entry));
    }
    if (agreement === "suppressed")
      await suppressContact(ctx, phone, Suppress.parse({ reason: "Asked at the counter not to be called." }));
  }
}

async function findOrCreateCampaign(play: Play, agent: Agent): Promise<Campaign> {
  const { ctx } = play;
  const { data } = await listCampaigns(ctx, ListCampaigns.parse({ agent_id: agent.id }));
  const existing = data.find(({ name }) => name === NAME);
  if (existing !== undefined) return existing;
  await createContacts(play);
  const input = CreateCampaign.parse({
    name: NAME,
    agent_id: agent.id,
    window: { days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] },
    max_concurrent_calls: 1,
    attempts: { max: 1 },
    contacts: SUBSCRIBERS.map(({ phone }) => phone),
  });
  return createCampaign(ctx, input);
}

/** Moves the clock behind the campaign's latest call, which a stopped process left. */
async function resumeClock({ ctx, clock }: Play, campaignId: string): Promise<void> {
  const latest = db
    .selectFrom("calls")
    .select(sql<string | null>`max(coalesce(settled_at, ended_at, started_at, created_at))`.as("at"))
    .where("workspace_id", "=", ctx.workspaceId)
    .where("campaign_id", "=", campaignId);
  const at = (await ctx.db.first(latest))?.at;
  if (at == null) return;
  const behindMs = Date.parse(at) + LEASE_MS - Date.parse(ctx.now());
  if (behindMs > 0) clock.advance(behindMs);
}

async function answer(play: Play, callId: string, agent: Agent, subscriber: Subscriber): Promise<void> {
  const { ctx, clock, at } = play;
  const { persona, phone, consent } = subscriber;
  const caller = stagedCallerOf({ persona, seed: Number(phone.slice(-4)), phone }, agent, at, {
    consent,
    isTransferAnswered: false,
  });
  await stageSpokenCall({ ctx, clock, callId, caller });
  await finishRecording(ctx, callId);
}

/** Carries out the attempt of a contact: the subscriber answers or not. */
async function carryOut(play: Play, callId: string, agent: Agent, phone: string | null): Promise<void> {
  const { ctx, clock } = play;
  const match = await findAttempt(ctx, { callId });
  if (match === undefined) return;
  const { key } = match.attempt;
  const subscriber = SUBSCRIBERS.find((each) => each.phone === phone);
  await placeAttempts(ctx, [key], demoCarrierFor);
  const { status } = await readCall(ctx, callId);
  const carrier = demoCarrierFor(ctx.environment);
  const report = (type: "ringing" | Exclude<Subscriber["result"], "answered">) =>
    handleCarrierEvent(ctx, carrier, simulatorRef(callId), { type, key });
  if (status === "in_progress") await tickCall(ctx, callId);
  else if (status === "queued" || status === "ringing") {
    await report("ringing");
    clock.advance(RINGING_MS);
    if (subscriber?.result === "answered") await answer(play, callId, agent, subscriber);
    else await report(subscriber?.result ?? "no_answer");
  }
  await followAttempt(ctx, callId, demoCarrierFor);
  await recordOutcome(ctx, key);
}

/**
 * Plays a campaign from its contacts to its completion. A campaign that a stopped process left is continued: its calls
 * are counted once.
 */
export async function playCampaign(play: Play): Promise<void> {
  const { ctx, clock } = play;
  const agent = await play.agent("feedback");
  if (agent === null) return;
  const { id, status } = await findOrCreateCampaign(play, agent);
  if (status === "completed") return;
  await resumeClock(play, id);
  if (status === "draft") await launchCampaign(ctx, id, demoCarrierFor);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    await stepCampaign(ctx, id, demoCarrierFor);
    if ((await readCampaign(ctx, id)).status !== "running") return;
    const active = await listCampaignContacts(ctx, id, ListCampaignContacts.parse({ status: "active" }));
    for (const { last_call_id: callId, phone } of active.data)
      if (callId !== null) await carryOut(play, callId, agent, phone);
    clock.advance(PAUSE_MS);
  }
}
