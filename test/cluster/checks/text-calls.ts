import type { Row } from "../../fixtures/report-table";
import { askWithRetry } from "../client";
import type { Cluster } from "../cluster";
import type { Turn } from "../phone";
import { requireStatus, type TestWorkspace } from "../workspace";

const CONVERSATIONS = 12;
export const MESSAGES = ["We are four people.", "On the first of December.", "Yes, that is right."] as const;

type Conversation = {
  id: string;
  sent: string[];
  requestIds: string[];
  /** Requests that succeeded only when they were repeated, and requests that failed twice. */
  retried: number;
  failed: number;
};

/** Holds a conversation over /v1. Each request that fails is repeated once. */
export async function holdConversation(workspace: TestWorkspace): Promise<Conversation> {
  const { origin, nextKey, chatAgentId } = workspace;
  const conversation: Conversation = { id: "", sent: [], requestIds: [], retried: 0, failed: 0 };
  const post = async (path: string, body: object) => {
    const answer = await askWithRetry(origin, "POST", path, { key: nextKey(), body });
    if (answer.retried) conversation.retried++;
    conversation.requestIds.push(answer.requestId);
    return answer;
  };
  const started = await post("/v1/calls", { agent_id: chatAgentId, channel: "chat" });
  if (started.status !== 201) return { ...conversation, failed: 1 };
  conversation.id = String(started.json.id);
  for (const text of MESSAGES) {
    const { status, json } = await post(`/v1/calls/${conversation.id}/messages`, { text });
    if (status !== 200) {
      conversation.failed++;
      continue;
    }
    conversation.sent.push(text);
    // The agent ends the conversation once it has all answers.
    if ((json.call as { ended_at: string | null }).ended_at !== null) break;
  }
  return conversation;
}

/** Counts messages that are not exactly once in their conversation, and turns whose answer is missing. */
export async function countLostTurns(
  { send }: TestWorkspace,
  conversations: readonly Conversation[],
): Promise<number> {
  let lost = 0;
  for (const { id, sent } of conversations) {
    if (id === "") continue;
    const { json } = requireStatus(await send("GET", `/v1/calls/${id}`), 200, "A conversation");
    const turns = json.transcript as Turn[];
    for (const text of sent) if (turns.filter((turn) => turn.text === text).length !== 1) lost++;
    const isComplete =
      turns.every(({ index }, n) => index > (turns[n - 1]?.index ?? -1)) && turns.at(-1)?.role !== "caller";
    if (!isComplete) lost++;
  }
  return lost;
}

/** Conversations whose requests go to both servers in turn. */
export async function checkTextCalls({ proxy }: Cluster, workspace: TestWorkspace): Promise<Row[]> {
  const conversations = await Promise.all(
    Array.from({ length: CONVERSATIONS }, () => holdConversation(workspace)),
  );
  let spread = 0;
  for (const { requestIds } of conversations) {
    const nodes = new Set(await Promise.all(requestIds.map((requestId) => proxy.nodeOf(requestId))));
    if (nodes.size === 2) spread++;
  }
  const failed = conversations.reduce((sum, conversation) => sum + conversation.failed, 0);
  const lost = await countLostTurns(workspace, conversations);
  return [
    {
      check: "text calls: conversations with requests to both servers",
      measured: `${failed} failed requests, ${lost} lost turns, ${spread} of ${CONVERSATIONS} on both servers`,
      expected: "0 failed, 0 lost, most on both servers",
      ok: failed === 0 && lost === 0 && spread > CONVERSATIONS / 2,
    },
  ];
}
