"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { followEvents } from "@/components/follow-events";
import type { Campaign, Progress } from "@/lib/outreach/campaigns/schema";
import { isOver, isSameState } from "./progress-state";

/** Minimum time between two refreshes, as a campaign of a hundred calls a second changes with each event. */
const REFRESH_INTERVAL_MS = 2_000;

/**
 * Progress of a campaign from its event stream; null before the first event and for a draft. A finished campaign sends one
 * event with its reasons. An event with another status or other counts than the page refreshes the page, and is returned
 * together with the refreshed data: the status, the counts and the list of contacts are of the same moment.
 */
export function useProgress({ id, status, counts }: Campaign): Progress | null {
  const router = useRouter();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [latest, setLatest] = useState<Progress | null>(null);
  const [isRefreshing, startRefresh] = useTransition();
  const refreshed = useRef<{ at: number; event: Progress | null }>({ at: 0, event: null });
  const isFollowed = status !== "draft";
  useEffect(() => {
    if (!isFollowed) return;
    const onProgress = ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as Progress;
      setLatest(next);
      // The stream ends with the campaign. The browser would reconnect if it were not closed.
      if (isOver(next)) stop();
    };
    const stop = followEvents(`/v1/campaigns/${id}/events`, { "campaign.progress": onProgress });
    return stop;
  }, [id, isFollowed]);
  const isCurrent = latest === null || isSameState(latest, { status, counts });
  useEffect(() => {
    if (latest === null || isRefreshing) return;
    // The page can be newer than the event, so an event refreshes it once at most.
    if (isCurrent || refreshed.current.event === latest || !navigator.onLine) return setProgress(latest);
    const refresh = () => {
      refreshed.current = { at: Date.now(), event: latest };
      startRefresh(() => {
        setProgress(latest);
        router.refresh();
      });
    };
    const timer = setTimeout(refresh, refreshed.current.at + REFRESH_INTERVAL_MS - Date.now());
    return () => clearTimeout(timer);
  }, [latest, isCurrent, isRefreshing, router]);
  return progress;
}
