"use client";

import { useEffect, useReducer, useRef } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import { follow } from "./follow";
import { IDLE, next, type RehearsalEvent } from "./state";

type Dispatch = (event: RehearsalEvent) => void;

const KEY_BYTES = 16;
/** Not `randomUUID`, which a page without TLS lacks. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16)).join("-");

/** Says something and tells of the answer as it comes. Throws `ApiError`, also where the stream was cut. */
async function runConversation(
  id: string,
  message: { text: string; key: string },
  signal: AbortSignal,
  dispatch: Dispatch,
): Promise<void> {
  let isWhole = false;
  const request = { params: { id }, body: { text: message.text }, signal, idempotencyKey: message.key };
  for await (const { event, data } of api.stream("/v1/calls/:id/messages", request)) {
    if (event === "turn.delta") dispatch({ type: "delta", ...(data as { index: number; text: string }) });
    if (event === "turn.completed") {
      isWhole = true;
      dispatch({ type: "turn", turn: data as Turn });
    }
    if (event === "call.ended") dispatch({ type: "call", call: data as Call });
  }
  // The finished turns come last: a stream without any was cut by something on the way.
  if (!isWhole) throw new ApiError("The answer was cut off.", {});
  dispatch({ type: "answered" });
  dispatch({ type: "call", call: await api.get("/v1/calls/:id", { params: { id }, signal }) });
}

/** A rehearsal of an agent's saved draft: what it is, and what one does with it. Leaving the page stops the reading. */
export function useRehearsal() {
  const [state, dispatch] = useReducer(next, IDLE);
  const reading = useRef(new AbortController());
  const { phase, call, draft, returned } = state;
  const id = call?.id;
  const isSettled = call !== null && call.settled_at !== null;

  useEffect(() => () => reading.current.abort(), []);
  useEffect(() => (id === undefined || isSettled ? undefined : follow(id, dispatch)), [id, isSettled]);

  /** Runs what asks the server; its failure becomes an event unless this was left meanwhile. */
  async function attempt(
    work: (signal: AbortSignal) => Promise<void>,
    failed: (error: ApiError) => RehearsalEvent,
  ): Promise<void> {
    const { signal } = reading.current;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      dispatch(failed(error));
    }
  }

  async function start(agent: Agent): Promise<void> {
    reading.current.abort();
    reading.current = new AbortController();
    // Ends the previous conversation. If this fails, its inactivity timeout ends it.
    if (id !== undefined && phase !== "ended")
      api.post("/v1/calls/:id/end", { params: { id } }).catch(() => undefined);
    dispatch({ type: "starting", agent });
    await attempt(
      async (signal) => {
        const body = { agent_id: agent.id, channel: "chat", draft: true } as const;
        dispatch({ type: "started", call: await api.post("/v1/calls", { body, signal }) });
      },
      ({ message, details }) => ({
        type: "not_started",
        trouble: [message, ...details.map((detail) => detail.message)].join(" "),
      }),
    );
  }

  async function send(): Promise<void> {
    const text = draft.trim();
    if (id === undefined || phase !== "listening" || text === "") return;
    const message = { text, key: returned?.text === text ? returned.key : newKey() };
    dispatch({ type: "sent", ...message });
    await attempt(
      (signal) => runConversation(id, message, signal, dispatch),
      (error) => ({ type: "failed", error }),
    );
  }

  async function end(): Promise<void> {
    if (id === undefined) return;
    await attempt(
      async (signal) =>
        dispatch({ type: "call", call: await api.post("/v1/calls/:id/end", { params: { id }, signal }) }),
      ({ message }) => ({ type: "not_ended", trouble: message }),
    );
  }

  return { state, start, send, end, type: (text: string) => dispatch({ type: "typed", text }) };
}
