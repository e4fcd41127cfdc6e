"use client";

import { useEffect, useReducer, useRef } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import { followCall } from "../test/follow-call";
import type { Placed, placeCall } from "./place";
import { IDLE, next } from "./state";

const SILENT = { caller: 0, agent: 0 };

/** The state and the controls of a call through this browser's microphone. Leaving the page hangs up. */
export function useSpokenCall() {
  const [state, dispatch] = useReducer(next, IDLE);
  const placed = useRef<Placed | null>(null);
  const { phase, call } = state;
  const id = call?.id;
  const isSettling = phase === "ended" && call !== null && call.settled_at === null;

  useEffect(() => () => placed.current?.leave(), []);
  // The outcome is known shortly after the connection is closed.
  useEffect(() => {
    if (id === undefined || !isSettling) return;
    return followCall(id, (update) => {
      if (update.type === "call") dispatch(update);
    });
  }, [id, isSettling]);

  return {
    state,
    /** `place` comes from the panel, which is loaded when it is first opened. */
    start(agent: Agent, draft: boolean, place: typeof placeCall): void {
      placed.current?.leave();
      placed.current = place(agent, draft, dispatch);
    },
    hangUp: () => placed.current?.hangUp(),
    press: (key: string) => placed.current?.press(key),
    mute: (muted: boolean) => placed.current?.mute(muted),
    levels: () => placed.current?.levels() ?? SILENT,
  };
}
