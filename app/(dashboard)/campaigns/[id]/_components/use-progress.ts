"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { followEvents } from "@/components/follow-events";
import type { Campaign, Progress } from "@/lib/outreach/campaigns/schema";

/** The list below the numbers is read anew this long after the first of several news. */
const GATHER_MS = 2_000;
const OVER: readonly Campaign["status"][] = ["completed", "canceled", "failed"];

/** Whether nothing more happens in a campaign: the stream ends there. */
export const isOver = ({ status, counts }: Pick<Campaign, "status" | "counts">): boolean =>
  OVER.includes(status) && counts.pending + counts.held + counts.active === 0;

/**
 * How a campaign goes on, as its stream tells; null until it does, and for a draft. One that is over tells once, with
 * its reasons. What the page shows besides is read anew when the numbers have changed: that it is over may be read there
 * first, and the stream is followed to its own end all the same.
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
      router.refresh();
    };
    const hear = ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as Progress;
      setProgress(next);
      const now = JSON.stringify({ status: next.status, counts: next.counts });
      if (now !== last.current) {
        last.current = now;
        timer ??= setTimeout(refresh, GATHER_MS);
      }
      // The stream ends with the campaign; a browser that is not told would ask for it again.
      if (isOver(next)) stop();
    };
    const stop = followEvents(`/v1/campaigns/${id}/events`, { "campaign.progress": hear });
    return () => {
      if (timer !== null) clearTimeout(timer);
      stop();
    };
  }, [id, isFollowed, router]);
  return progress;
}
