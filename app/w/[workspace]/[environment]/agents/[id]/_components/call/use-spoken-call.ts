"use client";

import { useEffect, useReducer, useRef } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import { follow } from "../rehearsal/follow";
import { type Placed, placeCall } from "./place";
import { IDLE, next } from "./state";

const SILENT = { caller: 0, agent: 0 };

/** A call to an agent through this browser's microphone: what it is, and what one does in it. Leaving the page hangs up. */
export function useSpokenCall() {
  const [state, dispatch] = useReducer(next, IDLE);
  const placed = useRef<Placed | null>(null);
  const { phase, call } = state;
  const id = call?.id;
  const isSettling = phase === "ended" && call !== null && call.settled_at === null;

  useEffect(() => () => placed.current?.leave(), []);
  // How it ended is known a little after the line is closed.
  useEffect(() => {
    if (id === undefined || !isSettling) return;
    return follow(id, (update) => {
      if (update.type === "call") dispatch(update);
    });
  }, [id, isSettling]);

  return {
    state,
    start(agent: Agent, draft: boolean): void {
      placed.current?.leave();
      placed.current = placeCall(agent, draft, dispatch);
    },
    hangUp: () => placed.current?.hangUp(),
    press: (key: string) => placed.current?.press(key),
    mute: (muted: boolean) => placed.current?.mute(muted),
    levels: () => placed.current?.levels() ?? SILENT,
  };
}
