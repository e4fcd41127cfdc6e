"use client";

import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import { agentOfCall } from "./agent-of-call";
import { followCall } from "./follow-call";
import { type ChatEvent, IDLE, next } from "./state";

type Dispatch = (event: ChatEvent) => void;

const KEY_BYTES = 16;
/** Not `randomUUID`, which a page without TLS lacks. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16)).join("-");

/** Sends a message and dispatches the streamed answer. Throws `ApiError`, also if the stream is interrupted. */
async function sendMessage(
  id: string,
  message: { text: string; key: string },
  signal: AbortSignal,
  dispatch: Dispatch,
): Promise<void> {
  let isComplete = false;
  const request = { params: { id }, body: { text: message.text }, signal, idempotencyKey: message.key };
  for await (const { event, data } of api.stream("/v1/calls/:id/messages", request)) {
    if (event === "turn.delta") dispatch({ type: "delta", ...(data as { index: number; text: string }) });
    if (event === "turn.completed") {
      isComplete = true;
      dispatch({ type: "turn", turn: data as Turn });
    }
    if (event === "call.ended") dispatch({ type: "call", call: data as Call });
  }
  // Finished turns come last, so a stream without one was interrupted.
  if (!isComplete) throw new ApiError("interrupted stream", {});
  dispatch({ type: "answered" });
  dispatch({ type: "call", call: await api.get("/v1/calls/:id", { params: { id }, signal }) });
}

/** The state and the actions of a test conversation with an agent's saved draft or live version. Leaving the page aborts its requests. */
export function useTestChat() {
  const [state, dispatch] = useReducer(next, IDLE);
  const requests = useRef(new AbortController());
  const { phase, call, draft, isQueued, returned } = state;
  const id = call?.id;
  const isSettled = call !== null && call.settled_at !== null;

  useEffect(() => () => requests.current.abort(), []);
  useEffect(() => (id === undefined || isSettled ? undefined : followCall(id, dispatch)), [id, isSettled]);

  /** Runs requests. A failure becomes an event unless the requests were aborted. */
  async function attempt(
    work: (signal: AbortSignal) => Promise<void>,
    toEvent: (error: ApiError) => ChatEvent,
  ): Promise<void> {
    const { signal } = requests.current;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      dispatch(toEvent(error));
    }
  }

  async function start(agent: Agent, isDraft: boolean): Promise<void> {
    requests.current.abort();
    requests.current = new AbortController();
    // Ends the previous conversation. If this fails, its inactivity timeout ends it.
    if (id !== undefined && phase !== "ended")
      api.post("/v1/calls/:id/end", { params: { id } }).catch(() => undefined);
    dispatch({ type: "starting", agent, isDraft });
    await attempt(
      async (signal) => {
        const body = { agent_id: agent.id, channel: "chat", draft: isDraft } as const;
        const call = await api.post("/v1/calls", { body, signal });
        dispatch({ type: "started", call });
        dispatch({ type: "version_read", callId: call.id, agent: await agentOfCall(agent, call, signal) });
      },
      (error) => ({ type: "not_started", error }),
    );
  }

  /** Sends the text in the field, or queues it if the agent has not finished its answer. */
  async function send(): Promise<void> {
    const text = draft.trim();
    if (phase === "speaking") dispatch({ type: "queued" });
    if (id === undefined || phase !== "listening" || text === "") return;
    const message = { text, key: returned?.text === text ? returned.key : newKey() };
    dispatch({ type: "sent", ...message });
    await attempt(
      (signal) => sendMessage(id, message, signal, dispatch),
      (error) => ({ type: "failed", error }),
    );
  }

  const sendQueued = useEffectEvent(send);
  const shouldSendQueued = isQueued && phase === "listening";
  useEffect(() => {
    if (shouldSendQueued) void sendQueued();
  }, [shouldSendQueued]);

  async function end(): Promise<void> {
    if (id === undefined) return;
    await attempt(
      async (signal) =>
        dispatch({ type: "call", call: await api.post("/v1/calls/:id/end", { params: { id }, signal }) }),
      (error) => ({ type: "not_ended", error }),
    );
  }

  return { state, start, send, end, type: (text: string) => dispatch({ type: "typed", text }) };
}
