import { afterAll, beforeAll, expect, it } from "vitest";
import { readAgentForCall } from "@/lib/agents/agents";
import { readCall, tickCall } from "@/lib/calls/calls";
import { type Call, CreateCall } from "@/lib/calls/calls/schema";
import { findContact } from "@/lib/contacts/contacts";
import { carrierFor } from "@/lib/outreach/carriers";
import { attemptStatements, followAttempt, placeAttempts, startCall } from "@/lib/outreach/dialing";
import {
  createDialingFixture,
  type DialingFixture,
  listQueuedJobs,
} from "@/lib/outreach/dialing/testing/dialing-fixture";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { simulateCall } from "./simulate-call";
import { subscriberOf } from "./subscriber";

/** More steps than any call has. */
const MAX_STEPS = 80;

let fixture: DialingFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createDialingFixture();
  agentId = await fixture.agent({
    tools: ["opt_out"],
    variables: [
      { name: "full_name", type: "string", description: "your full name", required: true },
      { name: "day", type: "date", description: "the day you want to come", required: true },
      { name: "party_size", type: "number", description: "how many people come", required: true },
    ],
  });
});
afterAll(closeHub);

const start = async () => {
  const input = { agent_id: agentId, channel: "phone", contact_id: (await fixture.contact()).id };
  return (await startCall(fixture.ctx, CreateCall.parse(input), carrierFor)).id;
};
const place = (id: string) => placeAttempts(fixture.ctx, [`call/${id}/1`], carrierFor);

/** Does every step of a simulated call, and one more. */
async function hold(id: string): Promise<Call> {
  await place(id);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    await simulateCall(fixture.ctx, id);
    const call = await readCall(fixture.ctx, id);
    if (call.ended_at !== null) break;
    fixture.advanceClock(1);
  }
  await simulateCall(fixture.ctx, id);
  await followAttempt(fixture.ctx, id, carrierFor);
  return readCall(fixture.ctx, id);
}

it("carries a test campaign's calls to an end each, and live ones nowhere", async () => {
  const calls: Call[] = [];
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await start());
  for (const id of ids) calls.push(await hold(id));
  for (const call of calls) {
    const { disposition } = subscriberOf(`call/${call.id}/1`);
    const status = { answered: "completed", declined: "busy" }[disposition as string] ?? disposition;
    expect(call).toMatchObject({
      status,
      settled_at: expect.any(String),
      outcome: { tag: expect.any(String) },
    });
    expect(call.transcript.length > 0).toBe(disposition === "answered");
    expect(await fixture.attempt(call.id)).toMatchObject({ state: "ended", result: status, busy: null });
  }
  const live = fixture.space.ctx("owner", "live");
  const input = CreateCall.parse({ agent_id: agentId, channel: "phone", to: "+12125550142" });
  const refused = await startCall(live, input, carrierFor);
  expect(refused).toMatchObject({ status: "blocked", environment: "live" });
  expect(refused.reasons.map(({ code }) => code)).toContain("carrier_unavailable");
});

/** A call whose key makes its subscriber answer and be this person. */
async function startWith(persona: string): Promise<string> {
  let callId = newId("call");
  const isOne = () => {
    const subscriber = subscriberOf(`call/${callId}/1`);
    return subscriber.disposition === "answered" && subscriber.persona.key === persona;
  };
  while (!isOne()) callId = newId("call");
  const { id, phone } = await fixture.contact();
  const sealer = await subjectSealer(fixture.ctx.workspaceId, id);
  const { hash } = await findContact(fixture.ctx, id);
  const statements = await attemptStatements(fixture.ctx, [
    {
      key: `call/${callId}/1`,
      callId,
      campaignId: null,
      number: 1,
      contact: { id, hash, phone, sealer },
      agentId,
      agent: await readAgentForCall(fixture.ctx, agentId, { draft: false, caller: null }),
      channel: "phone",
      purpose: "informational",
      variables: {},
      decision: { verdict: "allow", until: null, reasons: [] },
      placeAt: fixture.now(),
    },
  ]);
  await writeUnaudited(fixture.ctx, { run: [...statements] });
  return callId;
}

it("suppresses a caller who opts out immediately, and revokes their consent", async () => {
  const id = await startWith("felix");
  const call = await hold(id);
  expect(call).toMatchObject({ end_reason: "opted_out", outcome: { tag: "opted_out" } });
  const rows = fixture.rows.all(
    db.selectFrom("suppressions").select(["source", "channels"]).where("call_id", "=", id),
  );
  expect(await rows).toEqual([{ source: "spoken_opt_out", channels: ["call", "text"] }]);
  const next = await startCall(
    fixture.ctx,
    CreateCall.parse({ agent_id: agentId, channel: "phone", contact_id: call.contact_id }),
    carrierFor,
  );
  expect(next.status).toBe("blocked");
  expect(next.reasons.map(({ code }) => code)).toEqual(["suppressed", "consent_revoked"]);
});

it("hangs up for a silent caller, as a simulation does not wait", async () => {
  expect(await hold(await startWith("lucia"))).toMatchObject({
    status: "completed",
    end_reason: "caller_hung_up",
  });
});

it("lets a messaging agent be answered by text", async () => {
  const texting = await fixture.agent({ type: "messaging", voice_id: undefined });
  const { id: contact_id } = await fixture.contact();
  const input = CreateCall.parse({ agent_id: texting, channel: "sms", contact_id });
  const { id } = await startCall(fixture.ctx, input, carrierFor);
  expect(await fixture.attempt(id)).toMatchObject({ channel: "text" });
  expect(await hold(id)).toMatchObject({ channel: "sms", settled_at: expect.any(String) });
});

it("resumes after a killed worker: a step's job exists before the call is placed", async () => {
  const id = await start();
  await place(id);
  expect((await listQueuedJobs("simulator.call")).map(({ payload }) => payload.callId)).toContain(id);
  expect(await fixture.attempt(id)).toMatchObject({ carrier: "simulator", carrier_ref: `sim_${id}` });
  await Promise.all([simulateCall(fixture.ctx, id), simulateCall(fixture.ctx, id)]);
  expect(["ringing", "in_progress", "busy", "no_answer", "voicemail", "failed"]).toContain(
    (await readCall(fixture.ctx, id)).status,
  );
  await tickCall(fixture.ctx, id);
});

it("mixes the dispositions as it says", () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 5_000; n++) {
    const { disposition } = subscriberOf(`cmp_x/ctc_${n}/1`);
    counts.set(disposition, (counts.get(disposition) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(
    ["answered", "busy", "declined", "failed", "no_answer", "voicemail"].sort(),
  );
  expect((counts.get("answered") ?? 0) / 5_000).toBeCloseTo(0.6, 1);
});
