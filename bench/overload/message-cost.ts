import { cpuUs } from "../cpu";
import { ask } from "./client";
import { type Conversation, startConversation, type Target } from "./load";

/** Messages to each conversation: fewer than its agent has questions, so that none ends. */
const MESSAGES = 3;
const CONVERSATIONS = 200;
const CLIENTS = 10;

/** CPU of a process for one message, in milliseconds, and how many it answered in a second. */
export type MessageCost = { cpuMs: number; perS: number };

/** Starts conversations, each with another key. Throws if one is not answered with 201. */
export async function startConversations(target: Target, count = CONVERSATIONS): Promise<Conversation[]> {
  const conversations: Conversation[] = [];
  for (const key of target.keys.slice(0, count)) {
    const { status, json } = await startConversation(target, key);
    if (status !== 201) throw new Error(`A conversation answered ${status}.`);
    conversations.push({ id: String(json.id), key });
  }
  return conversations;
}

/** Sends messages alone to a server, from ten clients. Throws if one is not answered with a success. */
export async function measureMessages(
  { origin, pid }: { origin: string; pid: number },
  conversations: readonly Conversation[],
): Promise<MessageCost> {
  const waiting = [...conversations];
  const [startMs, startUs] = [performance.now(), cpuUs(pid)];
  const sendAll = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id, key } = next;
      for (let n = 0; n < MESSAGES; n++) {
        const body = { text: "Tuesday would be fine." };
        const { status } = await ask(origin, { method: "POST", path: `/calls/${id}/messages`, key, body });
        if (status >= 300) throw new Error(`A message answered ${status}.`);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, sendAll));
  const messages = conversations.length * MESSAGES;
  return {
    cpuMs: (cpuUs(pid) - startUs) / 1_000 / messages,
    perS: (messages * 1_000) / (performance.now() - startMs),
  };
}
