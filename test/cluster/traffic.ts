import { setTimeout as pause } from "node:timers/promises";
import { countLostTurns, holdConversation } from "./checks/text-calls";
import { askWithRetry } from "./client";
import type { Cluster } from "./cluster";
import { answerQuestions, dial, hasAllAnswers, type StoredCall, type Turn, untilSettled } from "./phone";
import type { TestWorkspace } from "./workspace";

/** Conversations, lists and pages at once: a few requests each second, which leaves CPU for the starts of processes. */
const CONVERSATIONS = 3;
const PAUSE_MS = 150;
/** Calls at once: on two gateways. */
const CALLERS = 2;

type Counts = { requests: number; retried: number; failed: number };
type Conversation = Awaited<ReturnType<typeof holdConversation>>;
type RecordedCall = { before: Turn[]; call: StoredCall };

/** Sends requests of all kinds until it is stopped. `cookie`: the session of a person who opens pages. */
export function startTraffic(workspace: TestWorkspace, cookie: string) {
  const { origin, nextKey, workspaceId } = workspace;
  let isOver = false;
  const counts: Counts = { requests: 0, retried: 0, failed: 0 };
  const conversations: Conversation[] = [];
  const failures: string[] = [];
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    for (; !isOver; await pause(PAUSE_MS)) await work();
  };
  const get = async (path: string, options: { key?: string; cookie?: string }): Promise<void> => {
    const { status, retried } = await askWithRetry(origin, "GET", path, options);
    counts.requests++;
    if (retried) counts.retried++;
    if (status !== 200) {
      counts.failed++;
      failures.push(`GET ${path} ${status}`);
    }
  };
  const lanes = [
    ...Array.from({ length: CONVERSATIONS }, () =>
      repeat(async () => void conversations.push(await holdConversation(workspace))),
    ),
    repeat(() => get("/v1/calls?limit=10", { key: nextKey() })),
    repeat(() => get(`/w/${workspaceId}/live/agents`, { cookie })),
  ];
  return {
    async stop(): Promise<Counts & { conversations: number; lostTurns: number; failures: string[] }> {
      isOver = true;
      await Promise.all(lanes);
      const sum = (of: (conversation: Conversation) => number) =>
        conversations.reduce((total, conversation) => total + of(conversation), 0);
      return {
        requests: counts.requests + sum(({ requestIds }) => requestIds.length),
        retried: counts.retried + sum(({ retried }) => retried),
        failed: counts.failed + sum(({ failed }) => failed),
        conversations: conversations.length,
        lostTurns: await countLostTurns(workspace, conversations),
        failures,
      };
    },
  };
}

/** Telephones that call the workspace's number again and again until they are stopped. The last calls finish. */
export function startCallers(cluster: Cluster, workspace: TestWorkspace, answer: readonly Int16Array[]) {
  let isOver = false;
  const calls: RecordedCall[] = [];
  const errors: string[] = [];
  const lanes = Array.from({ length: CALLERS }, async () => {
    for (; !isOver; await pause(PAUSE_MS)) {
      try {
        const dialed = await dial(cluster, workspace);
        const before = await answerQuestions(cluster, workspace, dialed, answer);
        calls.push({ before, call: await untilSettled(workspace, dialed.callId) });
      } catch (error) {
        errors.push(error instanceof Error ? error.message : String(error));
      }
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      return { calls, errors, completed: calls.filter(({ call }) => hasAllAnswers(call)).length };
    },
  };
}

/** Whether a turn that was stored while the call was in progress is missing or changed after its end. */
export const hasLostTurns = ({ before, call }: RecordedCall): boolean =>
  before.some(({ index, text }) => call.transcript.find((turn) => turn.index === index)?.text !== text);
