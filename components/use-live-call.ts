"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { followEvents } from "./follow-events";

/** The stream begins with all turns so far: one refresh answers a burst of them. */
const GATHER_MS = 150;

/**
 * Follows a call until it is settled: the page reads the call again, masked, at each event.
 */
export function useLiveCall(id: string, isSettled: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isSettled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(() => router.refresh(), GATHER_MS);
    };
    const finish = () => {
      stop();
      refresh();
    };
    const stop = followEvents(`/v1/calls/${id}/events`, {
      "turn.completed": refresh,
      "call.ended": refresh,
      "call.settled": finish,
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, isSettled, router]);
}
