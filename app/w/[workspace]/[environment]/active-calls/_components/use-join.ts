"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import type { JoinHandle } from "./join-call";
import { isJoining, type JoinKind, NOT_JOINED, nextJoinState } from "./join-state";

const load = () => import("./join-call");

/** The state and the controls of the member's part in a call. Its code is loaded on request. Leaving the page returns the caller to the agent. */
export function useJoin(callId: string) {
  const [state, dispatch] = useReducer(nextJoinState, NOT_JOINED);
  const joined = useRef<JoinHandle | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      joined.current?.abandon();
    };
  }, []);
  const start = useCallback(
    async (kind: JoinKind, acceptsRecording: boolean) => {
      const { joinCall } = await load();
      if (!isOpen.current) return;
      joined.current = joinCall({ callId, kind, acceptsRecording }, (event) => {
        if (isOpen.current) dispatch(event);
      });
    },
    [callId],
  );
  return {
    state,
    isActive: isJoining(state),
    start,
    mute: (isMuted: boolean) => joined.current?.mute(isMuted),
    leave: () => joined.current?.leave(),
  };
}
