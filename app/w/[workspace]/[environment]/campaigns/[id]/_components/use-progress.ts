"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { followEvents } from "@/components/follow-events";
import type { Campaign, Progress } from "@/lib/outreach/campaigns/schema";

/** Delay between the first of several updates and a refresh of the list below the numbers. */
const REFRESH_DELAY_MS = 2_000;
const FINAL_STATUSES: readonly Campaign["status"][] = ["completed", "canceled", "failed"];

/** Whether a campaign has ended, so that its stream ends. */
export const isOver = ({ status, counts }: Pick<Campaign, "status" | "counts">): boolean =>
  FINAL_STATUSES.includes(status) && counts.pending + counts.held + counts.active === 0;

/**
 * Progress of a campaign from its event stream; null before the first event and for a draft. A finished campaign sends one
 * event with its reasons. The page's other data is refreshed when the numbers change. It can show the end first; the
 * stream is still read to its end.
 */
export function useProgress({ id, status, counts }: Campaign): Progress | null {
  const router = useRouter();
  const [progress, setProgress] = useState<Progress | null>(null);
  const isFollowed = status !== "draft";
  const last = useRef(JSON.stringify({ status, counts }));
  useEffect(() => {
    if (!isFollowed) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const refresh = () => {
      timer = null;
      if (navigator.onLine) router.refresh();
    };
    const onProgress = ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as Progress;
      setProgress(next);
      const now = JSON.stringify({ status: next.status, counts: next.counts });
      if (now !== last.current) {
        last.current = now;
        timer ??= setTimeout(refresh, REFRESH_DELAY_MS);
      }
      // The stream ends with the campaign. The browser would reconnect if it were not closed.
      if (isOver(next)) stop();
    };
    const stop = followEvents(`/v1/campaigns/${id}/events`, { "campaign.progress": onProgress });
    return () => {
      if (timer !== null) clearTimeout(timer);
      stop();
    };
  }, [id, isFollowed, router]);
  return progress;
}
