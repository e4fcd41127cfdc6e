import { afterAll, expect, it, vi } from "vitest";
import { carrierFor } from "@/lib/outreach/carriers";
import { simulateCall } from "@/lib/outreach/offline/simulator";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { launchCampaign } from ".";
import { createCampaignFixture, newContacts } from "./testing/campaigns-fixture";

// Some sixty calls are held one after the other.
vi.setConfig({ testTimeout: 120_000 });
afterAll(closeHub);

it("reaches thirty people on the simulator, from launch to completion, by the jobs alone", async () => {
  const fixture = await createCampaignFixture();
  const agentId = await fixture.agent({
    variables: [{ name: "day", type: "date", description: "the day you want to come" }],
  });
  const { id } = await fixture.campaign(agentId, {
    contacts: newContacts(30),
    max_concurrent_calls: 8,
    attempts: { max: 2, retry_after_minutes: 30, on: ["no_answer", "busy", "voicemail", "failed"] },
  });
  await launchCampaign(fixture.ctx, id, carrierFor);
  const more = {
    "simulator.call": ({ callId = "" }) => simulateCall(fixture.job("simulator.call"), callId),
  };
  // Half an hour passes between two tries; the rest takes no time on a simulator.
  for (let round = 0; round < 20 && (await fixture.campaignOf(id)).status === "running"; round++) {
    await fixture.runJobs({ carrierFor, extraHandlers: more });
    fixture.advanceClock(5 * 60);
  }
  const { status, counts } = await fixture.campaignOf(id);
  expect(status).toBe("completed");
  expect(counts).toMatchObject({ total: 30, pending: 0, active: 0, held: 0, blocked: 0 });
  expect(counts.completed + counts.failed).toBe(30);
  expect(counts.reached).toBeGreaterThan(10);
  const attempts = await fixture.attemptsOf(id);
  expect(attempts.every(({ state }) => state === "ended")).toBe(true);
  const keys = new Set(attempts.map(({ key }) => key.slice(0, -2)));
  // The key's last part is the number of the try: 1 or 2.
  expect(keys.size).toBe(30);
  expect(attempts.every(({ key }) => /\/[12]$/.test(key))).toBe(true);
  const contacts = await fixture.contactsOf(id);
  // Every conversation has an outcome, and every contact knows its last call.
  for (const contact of contacts) expect(contact).toMatchObject({ outcome: expect.any(String) });
  const calls = await fixture.rows.all(
    db.selectFrom("calls").select(["id", "settled_at"]).where("campaign_id", "=", id),
  );
  expect(calls).toHaveLength(attempts.length);
  expect(calls.filter(({ settled_at: at }) => at === null)).toEqual([]);
});
