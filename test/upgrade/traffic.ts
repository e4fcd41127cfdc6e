import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { MESSAGES } from "../cluster/checks/text-calls";
import { type Answer, type Ask, ask } from "../cluster/client";

const PAUSE_MS = 100;
const CONVERSATIONS = 3;
/** Pages of the list that a client reads in turn. */
const LISTS = ["/v1/calls?limit=20", "/v1/calls?limit=20&status=completed", "/v1/contacts?limit=20"];

type Turn = { index: number; role: string; text: string };
type Conversation = { id: string; sent: string[] };
export type Client = { nextKey: () => string; agentId: string };
export type Summary = {
  requests: number;
  retried: number;
  failures: string[];
  lostTurns: number;
  conversations: number;
  longestMs: number;
};

const FIRST_EXCHANGE = 300;
const LINES = 10_000;
let numbers = 0;
/** A telephone number that no contact has yet. */
const nextNumber = (): string => {
  const n = numbers++;
  return `+1212${FIRST_EXCHANGE + Math.floor(n / LINES)}${String(n % LINES).padStart(4, "0")}`;
};

const isRetryable = ({ status }: Answer): boolean => status === 0 || status >= 500;

/**
 * Sends conversations, lists and changes of contacts to the servers in turn until it is stopped. A request that fails is repeated
 * once, at the next server. `servers`: the addresses at this moment, as a load balancer knows them.
 */
export function startTraffic({ nextKey, agentId }: Client, servers: () => readonly string[]) {
  let isOver = false;
  let turn = 0;
  const summary: Summary = {
    ...{ requests: 0, retried: 0, failures: [], lostTurns: 0, conversations: 0, longestMs: 0 },
  };
  const nextOrigin = (): string => {
    const origins = servers();
    return origins[turn++ % origins.length] ?? "";
  };

  async function send(method: string, path: string, expected: number, options: Ask = {}): Promise<Answer> {
    const headers = method === "POST" ? { "idempotency-key": randomUUID() } : {};
    const sendOnce = () => ask(nextOrigin(), method, path, { ...options, headers, key: nextKey() });
    const startedMs = performance.now();
    let answer = await sendOnce();
    if (isRetryable(answer)) {
      summary.retried++;
      answer = await sendOnce();
    }
    summary.requests++;
    summary.longestMs = Math.max(summary.longestMs, performance.now() - startedMs);
    if (answer.status !== expected)
      summary.failures.push(`${method} ${path.replace(/call_\w+/, ":id")} ${answer.status}`);
    return answer;
  }

  async function countLost({ id, sent }: Conversation): Promise<number> {
    const { status, json } = await send("GET", `/v1/calls/${id}`, 200);
    if (status !== 200) return 0;
    const turns = json.transcript as Turn[];
    return sent.filter((text) => turns.filter((stored) => stored.text === text).length !== 1).length;
  }

  async function hold(): Promise<void> {
    const body = { agent_id: agentId, channel: "chat" };
    const started = await send("POST", "/v1/calls", 201, { body });
    if (started.status !== 201) return;
    const conversation: Conversation = { id: String(started.json.id), sent: [] };
    for (const text of MESSAGES) {
      const path = `/v1/calls/${conversation.id}/messages`;
      const { status, json } = await send("POST", path, 200, { body: { text } });
      if (status !== 200) continue;
      conversation.sent.push(text);
      if ((json.call as { ended_at: string | null }).ended_at !== null) break;
    }
    summary.conversations++;
    summary.lostTurns += await countLost(conversation);
  }

  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    for (; !isOver; await pause(PAUSE_MS)) await work();
  };
  const lanes = [
    ...Array.from({ length: CONVERSATIONS }, () => repeat(hold)),
    ...LISTS.map((path) => repeat(() => send("GET", path, 200))),
    repeat(() => send("POST", "/v1/contacts", 201, { body: { phone: nextNumber(), name: "Caller" } })),
  ];
  return {
    counts: () => ({ ...summary }),
    async stop(): Promise<Summary> {
      isOver = true;
      await Promise.all(lanes);
      return summary;
    },
  };
}
