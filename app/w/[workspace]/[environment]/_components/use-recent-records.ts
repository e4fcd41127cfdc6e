"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { pathInScope } from "@/lib/platform/context/scope";
import { type RecentRecord, recordOfPath, withVisit } from "./recent-records";

/** The suffix of every page title; see `metadata` of `app/layout.tsx`. */
const TITLE_SUFFIX = " · Parley";

/**
 * The records that were visited in this tab, the latest first. They are in memory only, as titles can be personal data.
 * Other workspaces and environments are other documents, so the list has one scope.
 */
export function useRecentRecords(): RecentRecord[] {
  const [records, setRecords] = useState<RecentRecord[]>([]);
  const pathname = usePathname();
  useEffect(() => {
    const record = recordOfPath(pathInScope(pathname));
    if (record === null) return;
    // The title is streamed, so it can change after the path.
    let latestTitle = "";
    const update = () => {
      const title = document.title.endsWith(TITLE_SUFFIX)
        ? document.title.slice(0, -TITLE_SUFFIX.length)
        : document.title;
      if (window.location.pathname !== pathname || title === latestTitle) return;
      latestTitle = title;
      setRecords((visited) => withVisit(visited, { ...record, title }));
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [pathname]);
  return records;
}
