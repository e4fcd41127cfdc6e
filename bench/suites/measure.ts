import { createAgent, readAgentForSuite } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { loadAgentModel } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { runCase } from "@/lib/suites/cases";
import { TestCase } from "@/lib/suites/cases/schema";
import { PERSONA_KEYS } from "@/lib/suites/cases/values";
import { openCaseLines } from "@/lib/suites/lines";
import { readRun, runSuite, startRun } from "@/lib/suites/runs";
import { createSuite } from "@/lib/suites/suites";
import { CreateSuite, TestCaseInput } from "@/lib/suites/suites/schema";

/** Cases of one suite at most. */
const CASES_OF_SUITE = 200;
/** Longest conversation of the floor. */
const CASE_MS = 180_000;
/** Conversations that the floor holds at once, as many as a run. */
const CONCURRENCY = 8;

const caseOf = (n: number) =>
  TestCaseInput.parse({
    name: `Case ${n}`,
    channel: n % 2 === 0 ? "phone" : "chat",
    caller: { type: "simulated", persona: PERSONA_KEYS[n % PERSONA_KEYS.length], seed: n },
    checks: [
      { type: "outcome", one_of: ["booked", "incomplete", "opted_out", "transfer_requested"] },
      { type: "agent_says", any_of: ["Welcome to *"] },
      { type: "agent_never_says", any_of: ["guarantee"] },
      { type: "language", language: "en" },
      { type: "turns", max: 60 },
    ],
  });

/** Creates an agent with the scripted model and suites with `count` cases in total. Returns the agent's and the suites' IDs. */
export async function seedSuites(ctx: Ctx, count: number): Promise<{ agentId: string; suiteIds: string[] }> {
  const agent = await createAgent(
    ctx,
    CreateAgent.parse({
      name: "Table",
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "Book a table.",
      greeting: "Welcome to Fox Tables.",
      variables: [
        { name: "people", type: "number", description: "the number of people" },
        { name: "day", type: "date", description: "the day" },
        { name: "account_number", type: "string", description: "your account number", sensitive: true },
      ],
      outcomes: [{ tag: "booked", description: "A table is booked." }],
    }),
  );
  const suiteIds: string[] = [];
  for (let from = 0; from < count; from += CASES_OF_SUITE) {
    const cases = Array.from({ length: Math.min(CASES_OF_SUITE, count - from) }, (_, n) => caseOf(from + n));
    const input = { agent_id: agent.id, name: `Suite ${suiteIds.length + 1}`, cases };
    suiteIds.push((await createSuite(ctx, CreateSuite.parse(input))).id);
  }
  return { agentId: agent.id, suiteIds };
}

/** Elapsed and CPU seconds of work in this process. */
export async function measureWork(
  work: () => Promise<void>,
): Promise<{ seconds: number; cpuSeconds: number }> {
  const [startMs, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - startMs) / 1_000, cpuSeconds: (user + system) / 1e6 };
}

/** Runs all suites with the product's job, one after the other. Returns how many conversations ended and passed. */
export async function runSuites(ctx: Ctx, suiteIds: readonly string[]) {
  const counts = { finished: 0, passed: 0 };
  for (const suiteId of suiteIds) {
    const { id } = await startRun(ctx, suiteId, {});
    await runSuite(ctx, id, openCaseLines);
    const run = await readRun(ctx, suiteId, id);
    counts.finished += run.finished;
    counts.passed += run.passed;
  }
  return counts;
}

/** The floor: the same conversations in memory, without a row that is read or written. Returns how many passed. */
export async function holdInMemory(ctx: Ctx, agentId: string, count: number): Promise<number> {
  const { config } = await readAgentForSuite(ctx, agentId, undefined);
  const agent = {
    workspaceId: ctx.workspaceId,
    config,
    model: await loadAgentModel(ctx, config),
    tools: [],
    timeZone: "UTC",
    loadModel: () => Promise.reject(new Error("No model plays a caller.")),
    openLine: () => Promise.reject(new Error("No case has a line.")),
  };
  const clock = { now: () => performance.now(), iso: () => ctx.now() };
  const queue = Array.from({ length: count }, (_, n) => TestCase.parse(caseOf(n)));
  let passed = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { failures } = await runCase(agent, next, clock, AbortSignal.timeout(CASE_MS));
      if (failures.length === 0) passed++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return passed;
}
