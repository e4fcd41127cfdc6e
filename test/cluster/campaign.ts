import { setTimeout as pause } from "node:timers/promises";
import { waitUntil } from "@/test/fixtures/wait-until";
import type { Cluster } from "./cluster";
import { noonZone, requireStatus, type TestWorkspace } from "./workspace";

const POLL_MS = 50;
/** Every tenth contact answers, and hangs up after this time. Each further one is busy. */
const ANSWERED_OF = 10;
const TALK_MS = 1_500;
const AREAS = ["+1415", "+1617", "+1718"] as const;
let campaigns = 0;

export type CampaignRun = { contacts: number; placed: number; twice: number; completed: boolean };

/** Runs the telephones of placed calls until it is stopped. Requests of the carrier that fail are counted. */
export function answerPlacedCalls({ carrier }: Cluster) {
  let isOver = false;
  let failures = 0;
  const ring = async (number: string): Promise<void> => {
    const stream = await carrier.ring(number);
    if (stream === null) return;
    await pause(TALK_MS);
    stream.hangUp();
  };
  const run = async (): Promise<void> => {
    for (let next = carrier.calls.length; !isOver; await pause(POLL_MS))
      for (; next < carrier.calls.length; next++)
        void ring(carrier.calls[next]?.form.get("To") ?? "").catch(() => failures++);
  };
  const running = run();
  return {
    failures: () => failures,
    async stop(): Promise<void> {
      isOver = true;
      await running;
    },
  };
}

/** Launches a campaign of so many contacts, each of whom may be called once. */
export async function launchCampaign(
  cluster: Cluster,
  { send, voiceAgentId }: TestWorkspace,
  { contacts, callsPerSecond }: { contacts: number; callsPerSecond: number },
) {
  const area = AREAS[campaigns++ % AREAS.length];
  const numbers = Array.from({ length: contacts }, (_, n) => `${area}${2_000_000 + n}`);
  for (const [n, number] of numbers.entries())
    cluster.carrier.subscriber(number, { answers: n % ANSWERED_OF === 0 ? "human" : "busy" });
  const consents = [{ purpose: "informational", channel: "call", granted: true, source: "a form" }];
  const created = await send("POST", "/v1/campaigns", {
    body: {
      name: `Campaign ${campaigns}`,
      agent_id: voiceAgentId,
      contacts: numbers.map((phone) => ({ phone, timezone: noonZone(), consents })),
      window: {
        days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
        start: "00:00",
        end: "24:00",
        timezone: "callee",
      },
      max_concurrent_calls: 10,
      calls_per_second: callsPerSecond,
      attempts: { max: 1, retry_after_minutes: 60, on: [] },
    },
  });
  const { id } = requireStatus(created, 201, "A campaign").json;
  requireStatus(await send("POST", `/v1/campaigns/${id}/launch`, { body: {} }), 200, "A launch");
  const read = (): CampaignRun & { ringing: number } => {
    const called = cluster.carrier.calls.map(({ form }) => form.get("To") ?? "");
    const counts = numbers.map((number) => called.filter((to) => to === number).length);
    return {
      contacts,
      placed: counts.filter((count) => count > 0).length,
      twice: counts.filter((count) => count > 1).length,
      completed: false,
      ringing: called.length,
    };
  };
  return {
    placed: (): number => read().placed,
    /** Waits until the campaign has completed, and returns the calls that the carrier placed. */
    async untilCompleted(timeoutMs?: number): Promise<CampaignRun> {
      let status = "";
      await waitUntil(
        "the campaign completes",
        async () => {
          const answer = await send("GET", `/v1/campaigns/${id}`);
          if (answer.status === 200) status = String(answer.json.status);
          return status === "completed" || status === "failed";
        },
        { timeoutMs },
      );
      return { ...read(), completed: status === "completed" };
    },
  };
}
