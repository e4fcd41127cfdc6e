import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveAgent, deployAgent, readAgent, updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { setPriceList } from "@/lib/agents/prices";
import {
  promoteCandidate,
  readTrafficSplit,
  setTrafficSplit,
  stopTrafficSplit,
} from "@/lib/agents/traffic-splits";
import { type CallFixture, createCallFixture, VARIABLES } from "@/lib/calls/calls/testing/call-fixture";
import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { compareSplit } from "./index";
import { SplitComparison } from "./schema";

let fixture: CallFixture;
let owner: Ctx;
beforeAll(async () => {
  fixture = await createCallFixture();
  owner = fixture.space.ctx();
});
afterAll(closeHub);

/** A live agent with another draft. */
async function changedAgent(): Promise<string> {
  const id = await fixture.agent({ variables: VARIABLES });
  await updateAgent(owner, id, UpdateAgent.parse({ greeting: "Good evening." }));
  return id;
}

const numberOf = (n: number): string => `+1212555${String(n).padStart(4, "0")}`;
const refusal = (reason: string) => ({ code: "invalid_state", reason });

describe("a traffic split", () => {
  it("starts with the draft, keeps contacts at their version, and leaves tests out", async () => {
    const id = await changedAgent();
    const before = await readAgent(owner, id);
    const split = await setTrafficSplit(owner, id, { percent: 50 }, [before.revision]);
    expect(split).toMatchObject({ live_version: 1, candidate_version: 2, percent: 50, status: "running" });
    expect(split.revision).not.toBe(before.revision);
    const calls = await Promise.all(
      Array.from({ length: 16 }, (_, n) => fixture.startCall(id, { to: numberOf(100 + n) })),
    );
    const arms = calls.map(({ agent_version: version, traffic_split: of }) => ({ version, of }));
    for (const { version, of } of arms)
      expect(of).toEqual({ id: split.id, arm: version === 2 ? "candidate" : "live" });
    // Sixteen numbers are in the same half with a chance of 1 to 32,768.
    expect(new Set(arms.map(({ version }) => version))).toEqual(new Set([1, 2]));
    const secondCall = await fixture.startCall(id, { to: numberOf(100) });
    expect(secondCall.agent_version).toBe(calls[0]?.agent_version);
    // A larger part moves no contact back, and a smaller one keeps conversations in progress.
    const grown = await setTrafficSplit(owner, id, { percent: 99, version: 2 });
    expect(grown).toMatchObject({ id: split.id, percent: 99, changed_at: expect.any(String) });
    const first = arms.findIndex(({ version }) => version === 2);
    const later = await fixture.startCall(id, { to: numberOf(100 + first) });
    expect(later).toMatchObject({ agent_version: 2, traffic_split: { arm: "candidate" } });
    await stopTrafficSplit(owner, id);
    expect((await fixture.read(later.id)).agent_version).toBe(2);
    expect(await fixture.startCall(id, { to: numberOf(100 + first) })).toMatchObject({
      agent_version: 1,
      traffic_split: null,
    });
    await setTrafficSplit(owner, id, { percent: 99, version: 2 });
    for (const test of [
      await fixture.startCall(id, {}, "test"),
      await fixture.startCall(id, { draft: true }, "test"),
    ])
      expect(test.traffic_split).toBeNull();
  });

  it("is refused for what is live, of another type or not deployed, and keeps deploys out until it ends", async () => {
    const id = await changedAgent();
    await expect(setTrafficSplit(owner, id, { percent: 5, version: 1 })).rejects.toMatchObject(
      refusal("candidate_is_live"),
    );
    await expect(setTrafficSplit(owner, id, { percent: 5 }, ["stale"])).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await expect(promoteCandidate(owner, id)).rejects.toMatchObject(refusal("no_traffic_split"));
    await expect(stopTrafficSplit(owner, id)).rejects.toMatchObject(refusal("no_traffic_split"));
    await setTrafficSplit(owner, id, { percent: 5, note: "Greets in the evening." });
    const changes = [
      () => deployAgent(owner, id),
      () => deployAgent(owner, id, { version: 2 }),
      () => archiveAgent(owner, id),
    ];
    for (const change of changes)
      await expect(change()).rejects.toMatchObject(refusal("traffic_split_running"));
    await expect(setTrafficSplit(owner, id, { percent: 5, version: 1 })).rejects.toMatchObject(
      refusal("traffic_split_running"),
    );
    const promoted = await promoteCandidate(owner, id);
    expect(promoted).toMatchObject({ live_version: 2, has_unpublished_changes: false });
    expect(await readTrafficSplit(owner, id)).toMatchObject({ status: "promoted", ended_by: owner.actor.id });
    await updateAgent(owner, id, UpdateAgent.parse({ type: "messaging", voice_id: null }));
    await expect(setTrafficSplit(owner, id, { percent: 5 })).rejects.toMatchObject(
      refusal("candidate_of_other_type"),
    );
    const events = await owner.db.all(
      db.selectFrom("audit_events").select(["action", "after"]).where("target", "=", id).orderBy("seq"),
    );
    expect(events.map(({ action }) => action).slice(-3)).toEqual([
      "agent.traffic_split_promoted",
      "agent.deployed",
      "agent.updated",
    ]);
    expect(events.find(({ action }) => action === "agent.traffic_split_started")?.after).toMatchObject({
      candidate_version: 2,
      percent: 5,
      candidate_digest: expect.any(String),
    });
  });
});

const COMPLETED = { status: "completed", end_reason: "agent_ended" };
const FAILED = { status: "failed", end_reason: "model_error" };

describe("the comparison", () => {
  /** Settled calls of both versions: 120 contacts each, and a second call of the first contact. */
  async function addCalls(agentId: string, splitId: string): Promise<void> {
    const at = fixture.now();
    const rows = Array.from({ length: 241 }, (_, n) => {
      const isCandidate = n % 2 === 1;
      const contact = n === 240 ? 0 : n;
      const successful = isCandidate ? n % 20 < 14 : n % 20 < 4;
      return {
        workspace_id: fixture.space.workspaceId,
        id: `call_${splitId.slice(4, 26)}${String(n).padStart(4, "0")}`,
        environment: "live",
        agent_id: agentId,
        agent_version: isCandidate ? 2 : 1,
        split_id: splitId,
        is_candidate: isCandidate,
        channel: "web",
        direction: "inbound",
        ...(n === 5 ? FAILED : COMPLETED),
        subject_id: `subject ${n}`,
        contact_hash: Buffer.from(`contact ${contact}`),
        outcome_tag: successful ? "booked" : "not_booked",
        outcome_successful: successful,
        duration_ms: 60_000,
        turn_p50_ms: 400 + (n % 40),
        turn_latencies: [300, 500],
        usage: json([
          {
            turn: null,
            provider: "house",
            model: "m",
            units: { output_tokens: isCandidate ? 2_000 : 1_000 },
          },
        ]),
        created_at: at,
        started_at: at,
        answered_at: at,
        ended_at: at,
        settled_at: at,
      };
    });
    await writeUnaudited(owner, { run: [db.insertInto("calls").values(rows)] });
  }

  it("has the figures of each version, and tests the first call of each contact", async () => {
    const id = await changedAgent();
    const { id: splitId } = await setTrafficSplit(owner, id, { percent: 50 });
    await addCalls(id, splitId);
    await setPriceList(owner, {
      prices: [
        {
          provider: "house",
          model: "*",
          unit: "output_tokens",
          currency: "EUR",
          amount: "10",
          per: 1_000_000,
          valid_from: "2026-01-01",
        },
      ],
    });
    const comparison = SplitComparison.parse(await compareSplit(owner, id, {}));
    expect(comparison).toMatchObject({
      split_id: splitId,
      outcome: null,
      has_changed_percent: false,
      is_truncated: false,
      live: {
        version: 1,
        calls: 121,
        settled: 121,
        failed: 0,
        average_duration_ms: 60_000,
        turn_p50_ms: 300,
        turn_p95_ms: 500,
        average_cost: { currency: "EUR", amount: "0.010000000" },
      },
      candidate: {
        version: 2,
        calls: 120,
        failed: 1,
        average_cost: { currency: "EUR", amount: "0.020000000" },
      },
    });
    const [outcome, cost, latency] = comparison.tests;
    expect(outcome).toMatchObject({ result: "different", live_contacts: 120, candidate_contacts: 120 });
    expect(outcome?.p_value).toBeLessThan(0.001);
    expect(cost).toMatchObject({ live_contacts: 120, candidate_contacts: 120 });
    expect(cost?.live).toBeCloseTo(0.01, 10);
    expect(cost?.candidate).toBeCloseTo(0.02, 10);
    expect(latency).toMatchObject({ result: "unclear", candidate_contacts: 120 });
    const tagged = await compareSplit(owner, id, { outcome: "not_booked" });
    expect(tagged.tests[0]?.difference).toBeCloseTo(-(outcome?.difference ?? 0), 10);
    // Live calls are no matter of the test environment.
    expect((await compareSplit(fixture.space.ctx("owner", "test"), id, {})).live.calls).toBe(0);
  });
});
