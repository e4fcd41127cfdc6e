"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Between two looks at what goes on without the page. */
const LOOK_MS = 3_000;

/** Reads the page's data anew every few seconds, for as long as something on it is under way and somebody looks. */
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
