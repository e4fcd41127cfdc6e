"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { followEvents } from "@/components/follow-events";
import { useRefreshWhile } from "@/components/use-refresh";
import type { SuiteRun } from "@/lib/suites/runs/schema";
import { isActive } from "../../../../_components/run-state";

/** Minimum time between two refreshes of the page, which reads all results. */
const REFRESH_INTERVAL_MS = 3_000;

/**
 * The newest state of a run, from its event stream while it is active. An event refreshes the page's results, at most every few
 * seconds. While the stream is not open, the page refreshes in intervals.
 */
export function useLiveRun(run: SuiteRun): SuiteRun {
  const router = useRouter();
  const [latest, setLatest] = useState<SuiteRun | null>(null);
  const [isStreaming, setStreaming] = useState(false);
  const refreshedAt = useRef(0);
  const isFollowed = isActive(run);
  const { id, suite_id: suiteId } = run;
  useEffect(() => {
    if (!isFollowed) return;
    const refresh = () => {
      refreshedAt.current = Date.now();
      router.refresh();
    };
    const onProgress = ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as SuiteRun;
      setLatest(next);
      // The browser would reconnect to the stream of a run that has ended.
      if (!isActive(next)) stop();
      if (!isActive(next) || Date.now() - refreshedAt.current >= REFRESH_INTERVAL_MS) refresh();
    };
    const stop = followEvents(`/v1/suites/${suiteId}/runs/${id}/events`, {
      "suite_run.progress": onProgress,
      open: () => setStreaming(true),
      error: () => setStreaming(false),
    });
    return stop;
  }, [id, suiteId, isFollowed, router]);
  useRefreshWhile(isFollowed && !isStreaming);
  // The page can be newer than the latest event.
  return isFollowed && latest !== null && latest.finished >= run.finished ? latest : run;
}
