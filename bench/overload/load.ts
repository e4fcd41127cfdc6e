import { setTimeout as pause } from "node:timers/promises";
import { type Answer, ask } from "./client";

/** The kinds of requests, and how many of a hundred are of each. */
export const KINDS = { message: 60, start: 15, list: 15, summary: 10 } as const;
export type Kind = keyof typeof KINDS;

/** A conversation, which answers one message at a time, and its API key. */
export type Conversation = { id: string; key: string };
export type Target = { origin: string; agentId: string; keys: readonly string[] };
export type Observed = { kind: Kind; status: number; ms: number; sentMs: number };

const ANSWERS = [
  "Tuesday would be fine.",
  "We are four people.",
  "My name is Ada Bell.",
  "Around ten o'clock.",
];

export const startConversation = async ({ origin, agentId }: Target, key: string): Promise<Answer> =>
  ask(origin, { method: "POST", path: "/calls", key, body: { agent_id: agentId, channel: "chat" } });

/** Requests of each kind in their proportion, in the same order in every run. */
function* sequence(): Generator<Kind> {
  const names = Object.keys(KINDS) as Kind[];
  const credit: Record<Kind, number> = { message: 0, start: 0, list: 0, summary: 0 };
  for (;;) {
    for (const name of names) credit[name] += KINDS[name];
    const next = names.reduce((best, name) => (credit[name] > credit[best] ? name : best));
    credit[next] -= 100;
    yield next;
  }
}

/** Sends requests of all kinds. Messages wait for no conversation: without a free one, a list is asked for instead. */
export function createSender(target: Target, free: Conversation[]) {
  const kinds = sequence();
  let sent = 0;
  const observed: Observed[] = [];
  const note = async (kind: Kind, answering: Promise<Answer>): Promise<Answer> => {
    const sentMs = performance.now();
    // A connection that breaks is a failure.
    const answer = await answering.catch(() => ({ status: 0, ms: performance.now() - sentMs, json: {} }));
    observed.push({ kind, status: answer.status, ms: answer.ms, sentMs });
    return answer;
  };
  const sendMessage = async (conversation: Conversation) => {
    const { id, key } = conversation;
    const body = { text: ANSWERS[sent % ANSWERS.length] ?? "" };
    const { status } = await note(
      "message",
      ask(target.origin, { method: "POST", path: `/calls/${id}/messages`, key, body }),
    );
    // A conversation that has ended takes no more messages.
    if (status < 300 || status === 503) free.push(conversation);
  };
  const send = async (): Promise<void> => {
    const key = target.keys[sent++ % target.keys.length] ?? "";
    const { value: kind } = kinds.next() as { value: Kind };
    const conversation = kind === "message" ? free.shift() : undefined;
    if (conversation !== undefined) return sendMessage(conversation);
    if (kind === "start") {
      const { status, json } = await note("start", startConversation(target, key));
      if (status < 300) free.push({ id: String(json.id), key });
    } else if (kind === "summary")
      await note("summary", ask(target.origin, { method: "GET", path: "/analytics/summary", key }));
    else await note("list", ask(target.origin, { method: "GET", path: "/calls?limit=20", key }));
  };
  return { send, observed };
}

/** Sends from so many clients at once for a time, each its next request after an answer. */
export async function closedLoop(send: () => Promise<void>, clients: number, seconds: number): Promise<void> {
  const endMs = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < endMs) await send();
    }),
  );
}

/** Sends so many requests a second for a time, whether or not they are answered. */
export async function openLoop(send: () => Promise<void>, perS: number, seconds: number): Promise<void> {
  const startMs = performance.now();
  const sending: Promise<void>[] = [];
  for (let i = 0; i < perS * seconds; i++) {
    const dueMs = startMs + (i * 1_000) / perS;
    const waitMs = dueMs - performance.now();
    if (waitMs > 1) await pause(waitMs);
    sending.push(send());
  }
  await Promise.all(sending);
}
