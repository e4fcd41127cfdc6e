"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** The stream begins with all turns so far: one refresh answers a burst of them. */
const GATHER_MS = 150;

/**
 * Follows a call until it is settled: what the page shows is read anew, and masked, at each event. The browser comes
 * back by itself after a cut.
 */
export function useLiveCall(id: string, isSettled: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isSettled) return;
    const source = new EventSource(`/v1/calls/${id}/events`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(() => router.refresh(), GATHER_MS);
    };
    const finish = () => {
      source.close();
      refresh();
    };
    source.addEventListener("turn.completed", refresh);
    source.addEventListener("call.ended", refresh);
    source.addEventListener("call.settled", finish);
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [id, isSettled, router]);
}
