"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/**
 * Refreshes a page that the browser's Back or Forward leads to. Next shows it as it was when it was left, so that a list would
 * miss the records that were created or changed since. Not offline, as in `components/use-refresh.ts`.
 */
export function useRefreshOnBack(): void {
  const router = useRouter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(timer);
      // After Next's listener has restored the page.
      timer = setTimeout(() => {
        if (navigator.onLine) router.refresh();
      });
    };
    window.addEventListener("popstate", refresh);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("popstate", refresh);
    };
  }, [router]);
}
