import { setTimeout as pause } from "node:timers/promises";
import { askWithRetry } from "./client";
import { openEvents } from "./event-reader";
import { requireStatus, type TestWorkspace } from "./workspace";

/** A conversation of 40 questions lasts about as long as the restart of a node. */
const MESSAGE_PAUSE_MS = 900;
/** A browser's EventSource waits for this time before it reconnects. */
const RECONNECT_MS = 1_000;

export type Followed = { stored: number; missing: number; twice: number; failed: number; streams: number };

/** Reads the events of a call until it has settled, by a stream that reconnects with `Last-Event-ID`. */
async function readAlong({ origin, nextKey }: TestWorkspace, path: string) {
  const received: string[] = [];
  let streams = 0;
  for (let isSettled = false; !isSettled; ) {
    const last = received.at(-1);
    const headers: Record<string, string> = last === undefined ? {} : { "last-event-id": last };
    const stream = await openEvents(origin, `${path}/events`, nextKey(), headers).catch(() => null);
    if (stream?.status === 200) {
      streams++;
      await stream.ended;
      const events = stream.events();
      received.push(...events.filter(({ event }) => event === "turn.completed").map(({ id }) => id ?? ""));
      isSettled = events.some(({ event }) => event === "call.settled");
    }
    if (!isSettled) await pause(RECONNECT_MS);
  }
  return { received, streams };
}

/** Holds one long conversation that a reader follows. */
async function followConversation(workspace: TestWorkspace, isOver: () => boolean): Promise<Followed> {
  const { origin, nextKey, longChatAgentId } = workspace;
  const post = (path: string, body: object) => askWithRetry(origin, "POST", path, { key: nextKey(), body });
  const started = await post("/v1/calls", { agent_id: longChatAgentId, channel: "chat" });
  const path = `/v1/calls/${requireStatus(started, 201, "A conversation").json.id}`;
  const reading = readAlong(workspace, path);
  let failed = 0;
  for (let hasEnded = false; !isOver() && !hasEnded; await pause(MESSAGE_PAUSE_MS)) {
    const { status, json } = await post(`${path}/messages`, { text: "Yes, please." });
    if (status !== 200) failed++;
    hasEnded = status === 409 || (json.call as { ended_at: string | null } | undefined)?.ended_at != null;
  }
  await post(`${path}/end`, {});
  const { received, streams } = await reading;
  const call = requireStatus(
    await askWithRetry(origin, "GET", path, { key: nextKey() }),
    200,
    "A conversation",
  );
  const stored = (call.json.transcript as { index: number }[]).map(({ index }) => String(index));
  const missing = stored.filter((index) => !received.includes(index)).length;
  return { streams, failed, stored: stored.length, missing, twice: received.length - new Set(received).size };
}

/** Readers at once: HAProxy gives their streams to both servers in turn, so that each restart of a server ends one. */
const READERS = 2;

/** Holds long conversations one after the other, each with a reader of its events, until it is stopped. */
export function followConversations(workspace: TestWorkspace) {
  let isOver = false;
  const all: Followed[] = [];
  const run = async (): Promise<void> => {
    while (!isOver) all.push(await followConversation(workspace, () => isOver));
  };
  const running = Promise.all(Array.from({ length: READERS }, run));
  running.catch(() => undefined);
  return {
    /** Ends the last conversation. Returns the sums of all, and their number. */
    async stop(): Promise<Followed & { conversations: number }> {
      isOver = true;
      await running;
      const sum = (name: keyof Followed) => all.reduce((total, followed) => total + followed[name], 0);
      return {
        conversations: all.length,
        stored: sum("stored"),
        missing: sum("missing"),
        twice: sum("twice"),
        failed: sum("failed"),
        streams: sum("streams"),
      };
    },
  };
}
