import { setTimeout as pause } from "node:timers/promises";
import { createAgent, deployAgent } from "@/lib/agents";
import { CreateAgent } from "@/lib/agents/schema";
import { foundWorkspace } from "@/lib/auth";
import type { Ctx } from "@/lib/context";
import { makeCtx } from "@/lib/context/make";
import { createKey } from "@/lib/keys";
import type { Load } from "./load";
import { type Findings, median, quantile } from "./samples";

/** Source: the issue of the promises that hold, item 7. */
const P99_TIMES = 1.5;
const ROUNDS = 4;
const WINDOW_MS = 8_000;
/** As the issue tried it: turns of 4 kB in a call, and viewers who read it at once. */
const TURNS = 8;
const TURN_CHARS = 4_000;
const VIEWERS = 6;
/** Pauses of the writer and of each viewer: 4 messages and 30 reads a second are what 17 keys may send. */
const WRITE_PAUSE_MS = 250;
const READ_PAUSE_MS = 200;
/** Requests that a key sends before the next takes its place. */
const PER_KEY = 100;
const KEYS = 120;
/** What took longest to mask of 26 kinds of generated text: numbers that answer a question, and read like its value. */
const HOSTILE = [
  "4111 1111 1111 1117 ",
  "four thousand one hundred two hundred and ",
  "1-2-3-4-5-6-7-8-9-0-",
];

/** Another workspace's agent: it asks for an account number, and has ten variables. */
const AGENT = {
  name: "Attacker",
  type: "messaging",
  prompt: "Help.",
  greeting: "What is your account number?",
  variables: [
    { name: "account_number", description: "your account number", sensitive: true },
    ...["policy", "order", "room", "badge", "plate", "code", "serial"].map((name) => ({
      name: `${name}_number`,
      description: `your ${name} number`,
      sensitive: true,
    })),
    { name: "phone", type: "phone", description: "your phone number", sensitive: true },
    { name: "smokes", type: "boolean", description: "whether you smoke", sensitive: true },
  ],
};

type Attacker = { origin: string; agentId: string; keys: readonly string[] };

/** Another workspace, with an agent and many keys. */
export async function makeAttacker(origin: string): Promise<Attacker> {
  const owner = { email: "attacker@example.test", name: "Attacker", password: null };
  const founded = await foundWorkspace({ name: "Attacker", owner });
  if (founded === null) throw new Error("No workspace was made.");
  const ctx: Ctx = makeCtx({
    workspaceId: founded.workspaceId,
    environment: "live",
    actor: { type: "member", id: founded.ownerId, role: "owner" },
    requestId: "req_bench",
    address: null,
    signal: new AbortController().signal,
  });
  const { id: agentId } = await createAgent(ctx, CreateAgent.parse(AGENT));
  await deployAgent(ctx, agentId);
  const keys: string[] = [];
  for (let n = 0; n < KEYS; n++) {
    const { secret } = await createKey(ctx, { name: `Key ${n}`, role: "admin", environment: "live" });
    keys.push(secret ?? "");
  }
  return { origin, agentId, keys };
}

type Attack = { messages: number; reads: number; refused: number };

/** Writes hostile turns into one call after the other while viewers read it, until the window is over. */
async function attack({ origin, agentId, keys }: Attacker, from: number, ms: number): Promise<Attack> {
  const until = performance.now() + ms;
  const sum: Attack = { messages: 0, reads: 0, refused: 0 };
  let asked = from;
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const key = keys[Math.floor(asked++ / PER_KEY) % keys.length] ?? "";
    const answer = await fetch(`${origin}/v1/calls${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status === 429) sum.refused++;
    else if (answer.status >= 500) throw new Error(`${answer.status} for the attacker`);
    return answer.json();
  };
  let call = "";
  const write = async () => {
    while (performance.now() < until) {
      const made = (await ask("POST", "", { agent_id: agentId, channel: "chat" })) as { id: string };
      call = made.id;
      for (let n = 0; n < TURNS && performance.now() < until; n++) {
        const text = (HOSTILE[sum.messages++ % HOSTILE.length] ?? "").repeat(TURN_CHARS).slice(0, TURN_CHARS);
        await ask("POST", `/${call}/messages`, { text });
        await pause(WRITE_PAUSE_MS);
      }
    }
  };
  const read = async () => {
    while (performance.now() < until) {
      if (call === "") await pause(10);
      else await ask("GET", `/${call}`);
      sum.reads++;
      await pause(READ_PAUSE_MS);
    }
  };
  await Promise.all([write(), ...Array.from({ length: VIEWERS }, read)]);
  return sum;
}

/**
 * How long another workspace's requests take beside the attack, against the same without it. Both are measured in turn,
 * so that other work of the machine meets both.
 */
export async function measureNeighbor(attacker: Attacker, load: Load): Promise<Findings> {
  const [alone, beside]: [number[], number[]] = [[], []];
  const sum: Attack = { messages: 0, reads: 0, refused: 0 };
  await load.during(attack(attacker, 0, WINDOW_MS));
  for (let n = 0; n < ROUNDS; n++) {
    alone.push(...(await load.during(pause(WINDOW_MS))));
    const from = Math.floor(((n + 1) * KEYS) / (ROUNDS + 1)) * PER_KEY;
    const attacking = attack(attacker, from, WINDOW_MS);
    beside.push(...(await load.during(attacking)));
    const { messages, reads, refused } = await attacking;
    sum.messages += messages;
    sum.reads += reads;
    sum.refused += refused;
  }
  const [p99Alone, p99Beside] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  const times = p99Beside / p99Alone;
  return {
    rows: [
      {
        what: "Attack: messages of 4 kB, reads, and requests of the attacker that were refused",
        figure: `${sum.messages}, ${sum.reads}, ${sum.refused}`,
      },
      {
        what: `  another workspace beside it, p50, p99 and slowest ms (${beside.length} requests)`,
        figure: `${median(beside).toFixed(1)}, ${p99Beside.toFixed(1)}, ${Math.max(...beside).toFixed(0)}`,
      },
      {
        what: `  another workspace alone, p50, p99 and slowest ms (${alone.length} requests)`,
        figure: `${median(alone).toFixed(1)}, ${p99Alone.toFixed(1)}, ${Math.max(...alone).toFixed(0)}`,
      },
    ],
    verdicts: [
      {
        what: `${times.toFixed(2)} × of at most ${P99_TIMES} ×: p99 of another workspace beside hostile conversations`,
        met: times <= P99_TIMES,
      },
    ],
  };
}
