"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Interval between refreshes. */
const LOOK_MS = 3_000;

/** Refreshes the page's data every few seconds while something on it is in progress and the tab is visible. */
export function useRefreshWhile(underWay: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(() => {
      if (!document.hidden) router.refresh();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [underWay, router]);
}
