import { beforeAll, describe, expect, test } from "vitest";
import { createAgent, deployAgent, updateAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { promoteCandidate, setTrafficSplit } from "@/lib/agents/traffic-splits";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { openCaseLines } from "../lines";
import { createSuite, deleteSuite, readSuite, updateSuite } from "../suites";
import { CreateSuite, UpdateSuite } from "../suites/schema";
import {
  cancelRun,
  listRuns,
  readResults,
  readRun,
  runEvents,
  runSuite,
  startRun,
  writeJunit,
} from "./index";
import { ListRuns } from "./schema";

let space: TestWorkspace;
let owner: Ctx;
let admin: Ctx;
let builder: Ctx;
beforeAll(async () => {
  space = await makeWorkspace();
  owner = space.ctx();
  admin = space.ctx("admin");
  builder = space.ctx("builder");
});

const ACCOUNT = "48152342";
const CARD = "4111111111111111";

const makeAgent = async (): Promise<string> => {
  const body = {
    name: "Table",
    type: "messaging",
    prompt: "Book a table.",
    greeting: "Welcome to Fox Tables.",
    variables: [
      { name: "people", type: "number" },
      { name: "account_number", type: "string", sensitive: true },
    ],
  };
  return (await createAgent(owner, CreateAgent.parse(body))).id;
};

const booking = {
  name: 'Nora <books> a "table" & pays',
  caller: { type: "simulated", persona: "nora", answers: { people: "four", account_number: ACCOUNT } },
  checks: [{ type: "variable", name: "people", equals: 4 }],
};

const makeSuite = (agentId: string, overrides: object = {}, ctx = owner) =>
  createSuite(
    ctx,
    CreateSuite.parse({ agent_id: agentId, name: "Bookings", cases: [booking], ...overrides }),
  );

/** Starts a run, and does the worker's work. */
async function run(suiteId: string, version?: number) {
  const { id } = await startRun(builder, suiteId, { version });
  await runSuite(space.ctx(), id, openCaseLines);
  return readRun(builder, suiteId, id);
}
const failing = { ...booking, checks: [{ type: "variable", name: "people", equals: 5 }] };

describe("a run", () => {
  test("holds each case as often as the suite says, and stores conversations masked and sealed", async () => {
    const suite = await makeSuite(await makeAgent(), { repetitions: 3 });
    const ended = await run(suite.id);
    expect(ended).toMatchObject({ state: "passed", total: 3, finished: 3, passed: 3, failed_cases: 0 });
    const [result] = await readResults(owner, suite.id, ended.id);
    expect(result).toMatchObject({ index: 0, name: booking.name, passed: true, pass_rate: 1 });
    expect(result?.confidence?.low).toBeCloseTo(0.4385, 3);
    const texts = JSON.stringify(result?.repetitions[0]?.conversation);
    expect(texts).toContain("Welcome to Fox Tables.");
    expect(texts).toContain("[account_number]");
    expect(texts).not.toContain(ACCOUNT);
    const rows = await owner.db.all(
      db.selectFrom("suite_results").selectAll().where("run_id", "=", ended.id),
    );
    for (const { conversation } of rows)
      expect(conversation?.toString("latin1")).not.toMatch(/Fox Tables|account_number/);
  });

  test("leaves no call, contact, event or figure", async () => {
    const suite = await makeSuite(await makeAgent());
    const count = async () => {
      const { rows } = {
        rows: await Promise.all(
          (
            ["calls", "contacts", "webhook_events", "analytics_changes", "suppressions", "texts"] as const
          ).map((table) =>
            owner.db.first(
              db
                .selectFrom(table)
                .select(({ fn }) => fn.countAll<number>().as("count"))
                .where("workspace_id", "=", space.workspaceId),
            ),
          ),
        ),
      };
      return rows.map((row) => row?.count);
    };
    const before = await count();
    const optOut = {
      name: "Opts out",
      caller: { type: "script", lines: ["Never contact me again.", "Yes."] },
    };
    await updateSuite(
      owner,
      suite.id,
      UpdateSuite.parse({ cases: [booking, { ...optOut, channel: "sms" }] }),
    );
    const ended = await run(suite.id);
    expect(ended).toMatchObject({ state: "passed", total: 2 });
    expect(await count()).toEqual(before);
  });

  test("names the checks that failed by position and code, also in JUnit, without the caller's words", async () => {
    const suite = await makeSuite(await makeAgent(), { cases: [failing], repetitions: 2 });
    const ended = await run(suite.id);
    expect(ended).toMatchObject({ state: "failed", failed_cases: 1, passed: 0 });
    const [result] = await readResults(owner, suite.id, ended.id);
    expect(result?.repetitions[0]?.failures).toEqual([{ check: 0, type: "variable", reason: "other_value" }]);
    const file = await writeJunit(owner, suite.id, ended.id);
    const parts: Uint8Array[] = [];
    for await (const part of file.read(0, file.bytes)) parts.push(part);
    const xml = Buffer.concat(parts).toString();
    expect(xml).toContain('tests="2" failures="2"');
    expect(xml).toContain('name="Nora &lt;books&gt; a &quot;table&quot; &amp; pays (1)"');
    expect(xml).toContain('<property name="confidence_high" value="0.6576"/>');
    expect(xml).toContain('&amp; pays: pass_rate" value="0.0000"/>');
    expect(xml).toContain('<failure type="variable" message="check 1 (variable): other_value"/>');
    expect(xml).not.toContain(ACCOUNT);
  });

  test("continues with the cases that have no result after its process has ended", async () => {
    const suite = await makeSuite(await makeAgent(), { repetitions: 2 });
    const { id } = await startRun(builder, suite.id, {});
    await runSuite(space.ctx(), id, openCaseLines);
    const before = await readResults(owner, suite.id, id);
    await runSuite(space.ctx(), id, openCaseLines);
    expect(await readResults(owner, suite.id, id)).toEqual(before);
  });

  test("streams its progress until its end", async () => {
    const suite = await makeSuite(await makeAgent());
    const { id } = await startRun(builder, suite.id, {});
    const stop = new AbortController();
    const states: string[] = [];
    let running: Promise<void> | undefined;
    for await (const { event, data } of runEvents(builder, suite.id, id, stop.signal)) {
      states.push(`${event} ${data.state} ${data.finished}`);
      running ??= runSuite(space.ctx(), id, openCaseLines);
    }
    await running;
    expect(states[0]).toBe("suite_run.progress queued 0");
    expect(states.at(-1)).toBe("suite_run.progress passed 1");
  });

  test("is canceled once, and then holds nothing", async () => {
    const suite = await makeSuite(await makeAgent());
    const { id } = await startRun(builder, suite.id, {});
    expect(await cancelRun(builder, suite.id, id)).toMatchObject({ state: "canceled" });
    await runSuite(space.ctx(), id, openCaseLines);
    expect(await readRun(builder, suite.id, id)).toMatchObject({ state: "canceled", finished: 0 });
    await expect(cancelRun(builder, suite.id, id)).rejects.toMatchObject({ reason: "suite_run_ended" });
  });

  test("removes payment cards from cases before they are stored", async () => {
    const lines = [`My card is ${CARD}`];
    const suite = await makeSuite(await makeAgent(), {
      cases: [{ name: "Card", caller: { type: "script", lines } }],
    });
    expect(JSON.stringify(await readSuite(owner, suite.id))).not.toContain(CARD);
  });
});

describe("a required suite", () => {
  test("keeps a draft from going live until a run passes with it and the current cases", async () => {
    const agentId = await makeAgent();
    const suite = await makeSuite(agentId, { required: true, cases: [failing] });
    await expect(deployAgent(admin, agentId)).rejects.toMatchObject({
      code: "invalid_state",
      reason: "required_suites_open",
      details: [{ code: "suite_not_run", params: { suite: "Bookings" } }],
    });
    await run(suite.id);
    await expect(deployAgent(admin, agentId)).rejects.toMatchObject({
      details: [{ code: "suite_failed", params: { suite: "Bookings", cases: "1" } }],
    });
    await updateSuite(owner, suite.id, UpdateSuite.parse({ cases: [booking] }));
    await expect(deployAgent(admin, agentId)).rejects.toMatchObject({ details: [{ code: "suite_not_run" }] });
    await run(suite.id);
    expect(await deployAgent(admin, agentId)).toMatchObject({ status: "live", live_version: 1 });
    // Another draft needs its own run.
    await updateAgent(owner, agentId, { prompt: "Book two tables." });
    await expect(deployAgent(admin, agentId)).rejects.toMatchObject({ reason: "required_suites_open" });
    await expect(setTrafficSplit(admin, agentId, { percent: 10 })).rejects.toMatchObject({
      reason: "required_suites_open",
      details: [{ code: "suite_not_run", params: { suite: "Bookings" } }],
    });
    await run(suite.id);
    const split = await setTrafficSplit(admin, agentId, { percent: 10 });
    expect(split).toMatchObject({ live_version: 1, candidate_version: 2, status: "running" });
    expect(await promoteCandidate(admin, agentId)).toMatchObject({ live_version: 2 });
    // A rollback accepts the earlier run of the version, although the cases have changed.
    await updateSuite(owner, suite.id, UpdateSuite.parse({ cases: [failing] }));
    expect(await deployAgent(admin, agentId, { version: 1 })).toMatchObject({ live_version: 1 });
  });

  test("is overridden by an owner with a reason, which the audit log keeps", async () => {
    const agentId = await makeAgent();
    const suite = await makeSuite(agentId, { required: true });
    const input = { override_suites_reason: "The model's provider is down." };
    await expect(deployAgent(admin, agentId, input)).rejects.toMatchObject({
      reason: "suite_override_needs_owner",
    });
    await deployAgent(owner, agentId, input);
    const events = await owner.db.all(
      db.selectFrom("audit_events").select(["action", "after"]).where("target", "=", agentId),
    );
    expect(events.find(({ action }) => action === "agent.deployed")?.after).toMatchObject({
      overridden_suites: [suite.id],
      override_suites_reason: input.override_suites_reason,
    });
  });

  test("is required and released by admins only", async () => {
    const agentId = await makeAgent();
    const refused = { reason: "suite_requirement_needs_admin" };
    await expect(makeSuite(agentId, { required: true }, builder)).rejects.toMatchObject(refused);
    const { id } = await makeSuite(agentId, { required: true });
    await expect(updateSuite(builder, id, { required: false })).rejects.toMatchObject(refused);
    await expect(deleteSuite(builder, id)).rejects.toMatchObject(refused);
    await deleteSuite(admin, id);
    await expect(readSuite(owner, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a suite of another workspace is not there", async () => {
  const suite = await makeSuite(await makeAgent());
  const { id } = await startRun(owner, suite.id, {});
  const stranger = (await makeWorkspace()).ctx();
  const missing = { code: "not_found" };
  await expect(readSuite(stranger, suite.id)).rejects.toMatchObject(missing);
  await expect(startRun(stranger, suite.id, {})).rejects.toMatchObject(missing);
  await expect(readRun(stranger, suite.id, id)).rejects.toMatchObject(missing);
  await expect(listRuns(stranger, suite.id, ListRuns.parse({}))).rejects.toMatchObject(missing);
});
