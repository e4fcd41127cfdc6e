import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCalls, readCall, tickCall } from "@/lib/calls/calls";
import { type Call, ListCalls } from "@/lib/calls/calls/schema";
import { initializeInstallation } from "@/lib/identity/auth";
import { listWorkspaceIds, readWorkspace } from "@/lib/identity/workspaces";
import type { Clock } from "@/lib/platform/clock";
import type { Environment } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { databaseUrl, db } from "@/lib/platform/db";
import type { Jobs } from "@/lib/platform/jobs";
import { createDemoWorkspace } from "./create-demo-workspace";
import { demoCallId, runDemoStep } from "./demo-step";
import { CONVERSATIONS } from "./plan";

/** A few conversations of each agent, and one in test. */
const NUMBERS = [0, 1, 2, 3, 5, 6, 7, 14, 16, 60];
/** More steps than any conversation has. */
const MAX_STEPS = 60;
const STEP_MS = 3_000;
const LATER_MS = 60_000;

let time = Date.parse("2026-11-24T10:00:00.000Z");
const clock: Clock = { now: () => new Date(time) };

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: databaseUrl() });
  await owner.connect();
});
afterAll(() => owner.end());

const queued = async (task: string) =>
  (
    await owner.query<{ key: string; payload: Record<string, unknown> }>(
      `select j.key, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where j.task_identifier = $1 order by j.key`,
      [task],
    )
  ).rows;

const ctxOf = (workspaceId: string, environment: Environment = "live") =>
  systemCtx(workspaceId, "test", { environment, clock });

/** Does every step of a conversation until its line has gone on to the next, and what is due in its call by then. */
async function holdWhole(workspaceId: string, conversation: number): Promise<Call> {
  const key = (n: number) => `demo:${workspaceId}:${n % 4}`;
  for (let steps = 0; ; steps++) {
    expect(steps).toBeLessThan(MAX_STEPS);
    await runDemoStep({ workspaceId, conversation }, clock);
    time += STEP_MS;
    const next = (await queued("demo.converse")).find((job) => job.key === key(conversation));
    if (next?.payload.conversation !== conversation) break;
  }
  const environment = CONVERSATIONS[conversation]?.environment ?? "live";
  const callId = demoCallId(workspaceId, conversation);
  time += LATER_MS;
  await tickCall(ctxOf(workspaceId, environment), callId);
  return readCall(ctxOf(workspaceId, environment), callId);
}

let payload: Jobs["demo.fill"];

test("the first start leaves one job that makes the demo, with ids alone", async () => {
  const [none] = await queued("demo.fill");
  expect(none).toBeUndefined();
  await initializeInstallation({ PARLEY_DEMO: "1" });
  await initializeInstallation({ PARLEY_DEMO: "1" });
  const [job, ...more] = await queued("demo.fill");
  expect(more).toEqual([]);
  expect(job?.payload).toEqual({
    workspaceId: expect.stringMatching(/^ws_/),
    userId: expect.stringMatching(/^usr_/),
  });
  payload = job?.payload as Jobs["demo.fill"];
});

test("done twice it makes one workspace behind the first, of the same owner, with its agents deployed once", async () => {
  await createDemoWorkspace(payload, clock);
  await createDemoWorkspace(payload, clock);
  const { workspaceId } = payload;
  const [first = "", second, ...more] = await listWorkspaceIds();
  expect([second, more]).toEqual([workspaceId, []]);
  expect((await readWorkspace(ctxOf(workspaceId))).name).toBe("Demo");
  const members = (id: string) =>
    ctxOf(id).db.all(db.selectFrom("members").select(["user_id", "role"]).where("workspace_id", "=", id));
  expect(await members(workspaceId)).toEqual(await members(first));
  const agents = await ctxOf(workspaceId).db.all(db.selectFrom("agents").select(["status", "live_version"]));
  expect(agents).toEqual(Array.from({ length: 4 }, () => ({ status: "live", live_version: 1 })));
  expect(await ctxOf(first).db.all(db.selectFrom("agents").select("id"))).toEqual([]);
  expect((await queued("demo.converse")).map((job) => job.payload.conversation)).toEqual([0, 1, 2, 3]);
});

test("the callers' conversations are held once each, however often their steps are repeated, settled and masked", async () => {
  const { workspaceId } = payload;
  const calls: Call[] = [];
  for (const number of NUMBERS) {
    const call = await holdWhole(workspaceId, number);
    // A worker that was killed does it all again.
    expect(await holdWhole(workspaceId, number)).toEqual(call);
    calls.push(call);
  }
  const listed = await Promise.all(
    (["live", "test"] as const).map((environment) =>
      listCalls(ctxOf(workspaceId, environment), ListCalls.parse({ limit: "100" })),
    ),
  );
  expect(listed.map(({ data }) => data.length)).toEqual([NUMBERS.length - 1, 1]);
  for (const [i, call] of calls.entries()) {
    const planned = CONVERSATIONS[NUMBERS[i] ?? 0];
    expect(call).toMatchObject({ to: planned?.to, channel: "chat", metadata: { caller: "simulated" } });
    expect(call.settled_at).not.toBeNull();
    expect(call.outcome?.summary).not.toBeNull();
    expect(call.tags).toEqual(planned?.remark?.tags ?? []);
    expect(call.notes).toBe(planned?.remark?.notes ?? "");
    const content = JSON.stringify([call.transcript, call.variables, call.outcome]);
    expect(content).not.toContain("@example.com");
    expect(content.replaceAll(/[\s-]/g, "")).not.toContain(planned?.phone.slice(2));
  }
  const reasons = new Set(calls.map(({ end_reason }) => end_reason));
  expect(reasons).toEqual(new Set(["agent_ended", "opted_out", "caller_hung_up", "inactivity"]));
  const masked = calls.flatMap(({ variables }) =>
    Object.entries(variables).filter(([, v]) => typeof v === "object"),
  );
  expect(new Set(masked.map(([name]) => name))).toEqual(
    new Set(["phone", "policy_number", "birth_date", "email"]),
  );
  const tools = calls.flatMap(({ transcript }) => transcript.flatMap(({ tool }) => tool ?? []));
  expect(tools.filter(({ ok }) => ok).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["schedule_callback"]),
  );
});

test("an archived agent is skipped, and a line ends after its last conversation", async () => {
  const { workspaceId } = payload;
  await runDemoStep({ workspaceId, conversation: CONVERSATIONS.length + 1 }, clock);
  const { archiveAgent } = await import("@/lib/agents/agents");
  const [agent] = await ctxOf(workspaceId).db.all(
    db.selectFrom("agents").select("id").where("name", "=", "Claim intake"),
  );
  await archiveAgent(ctxOf(workspaceId), agent?.id ?? "");
  const conversation = CONVERSATIONS.findIndex(
    ({ agent: key }, number) => key === "claims" && !NUMBERS.includes(number),
  );
  await runDemoStep({ workspaceId, conversation }, clock);
  const calls = await ctxOf(workspaceId).db.all(
    db.selectFrom("calls").select("id").where("id", "=", demoCallId(workspaceId, conversation)),
  );
  expect(calls).toEqual([]);
});
