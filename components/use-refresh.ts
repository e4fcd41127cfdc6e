"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Interval between refreshes. */
const LOOK_MS = 3_000;

/**
 * Refreshes the page's data every few seconds while something on it is in progress and the tab is visible. Not
 * offline: Next opens the address of a page that it cannot refresh, and the browser would replace the page, with what was
 * typed, by its own error.
 */
export function useRefreshWhile(underWay: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) router.refresh();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [underWay, router]);
}
