"use client";

import { useEffect } from "react";

/** Asks before a link or the closing of the tab loses what is not saved. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  useEffect(() => {
    if (!dirty) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const href = link?.getAttribute("href") ?? "#";
      if (href.startsWith("#") || link?.hasAttribute("download")) return;
      if (window.confirm("Leave without saving? Your changes will be lost.")) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", stop);
    document.addEventListener("click", ask, true);
    return () => {
      window.removeEventListener("beforeunload", stop);
      document.removeEventListener("click", ask, true);
    };
  }, [dirty]);
  return null;
}
