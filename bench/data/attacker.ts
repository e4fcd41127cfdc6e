import { setTimeout as pause } from "node:timers/promises";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createWorkspace } from "@/lib/identity/auth";
import { createKey } from "@/lib/identity/keys";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";

/** As the issue tried it: turns of 4 kB in a call, and viewers who read it at once. */
const TURNS = 8;
const TURN_CHARS = 4_000;
const VIEWERS = 6;
/** A message and a read of each viewer begin at most so often, so that both kinds of words have about as many requests. */
const WRITE_EVERY_MS = 800;
const READ_EVERY_MS = 200;
/** Requests that a key sends before the next takes its place. */
const PER_KEY = 100;
const KEYS = 160;

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

/** Another workspace's agent and its keys, which take turns over all that is sent. */
export type Attacker = { origin: string; agentId: string; keys: readonly string[]; requestCount: number };

/** Another workspace, with an agent and many keys. */
export async function makeAttacker(origin: string): Promise<Attacker> {
  const owner = { email: "attacker@example.test", name: "Attacker", password: null };
  const founded = await createWorkspace({ name: "Attacker", owner });
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
  return { origin, agentId, keys, requestCount: 0 };
}

/** Counts of sent and refused requests. */
export type Sent = { messages: number; reads: number; refused: number };
export const nothingSent = (): Sent => ({ messages: 0, reads: 0, refused: 0 });

async function ask(
  attacker: Attacker,
  sent: Sent,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const key = attacker.keys[Math.floor(attacker.requestCount++ / PER_KEY) % attacker.keys.length] ?? "";
  const answer = await fetch(`${attacker.origin}/v1/calls${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status === 429) sent.refused++;
  else if (answer.status >= 500) throw new Error(`${answer.status} for the attacker`);
  return answer.json();
}

const begin = async (attacker: Attacker, sent: Sent): Promise<string> => {
  const call = await ask(attacker, sent, "POST", "", { agent_id: attacker.agentId, channel: "chat" });
  return (call as { id: string }).id;
};

async function write(attacker: Attacker, sent: Sent, call: string, texts: readonly string[]): Promise<void> {
  const text = (texts[sent.messages++ % texts.length] ?? "").repeat(TURN_CHARS).slice(0, TURN_CHARS);
  await ask(attacker, sent, "POST", `/${call}/messages`, { text });
}

/** The attack: eight turns into one call, then six viewers read it at once. */
export async function attackOnce(attacker: Attacker, sent: Sent, texts: readonly string[]): Promise<void> {
  const call = await begin(attacker, sent);
  for (let n = 0; n < TURNS; n++) await write(attacker, sent, call, texts);
  sent.reads += VIEWERS;
  await Promise.all(Array.from({ length: VIEWERS }, () => ask(attacker, sent, "GET", `/${call}`)));
}

/** Does something again and again, each time begun `everyMs` after the last one or once that has ended, until a time. */
async function repeat(until: number, everyMs: number, act: () => Promise<void>): Promise<void> {
  while (performance.now() < until) await Promise.all([act(), pause(everyMs)]);
}

/** Writes into one call after the other while six viewers read the newest, until the time is over. */
export async function attackSteadily(
  attacker: Attacker,
  sent: Sent,
  texts: readonly string[],
  ms: number,
): Promise<void> {
  const until = performance.now() + ms;
  let call = "";
  let messageCount = 0;
  const writeOn = repeat(until, WRITE_EVERY_MS, async () => {
    if (messageCount++ % TURNS === 0) call = await begin(attacker, sent);
    await write(attacker, sent, call, texts);
  });
  const readOn = () =>
    repeat(until, READ_EVERY_MS, async () => {
      if (call === "") return;
      await ask(attacker, sent, "GET", `/${call}`);
      sent.reads++;
    });
  await Promise.all([writeOn, ...Array.from({ length: VIEWERS }, readOn)]);
}
