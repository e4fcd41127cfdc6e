"use client";

import { ActionIcon, Indicator } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ApiError, api } from "@/components/api";
import type { UnreadNotices } from "@/lib/identity/notices/schema";

/** Between two looks while a page stays open: nothing that is told here is a matter of seconds. */
const LOOK_MS = 60_000;
/** The service counts no further. */
const MANY = 99;

/** The count, as the page was made with it, then anew with each page and each minute that somebody looks. */
function useUnread(first: number): number {
  const [unread, setUnread] = useState(first);
  const path = usePathname();
  const seen = useRef(path);
  useEffect(() => setUnread(first), [first]);
  useEffect(() => {
    const gone = new AbortController();
    const look = () => {
      if (document.hidden) return;
      api
        .get<UnreadNotices>("/v1/notices/unread", { signal: gone.signal })
        .then((found) => setUnread(found.unread))
        .catch((error: unknown) => {
          // A count that cannot be read stays as it was; the page itself says what is wrong.
          if (!(error instanceof ApiError) && !gone.signal.aborted) throw error;
        });
    };
    if (seen.current !== path) look();
    seen.current = path;
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      gone.abort();
    };
  }, [path]);
  return unread;
}

/** Leads to the notices, and says how many are new. */
export function Bell({ unread: first }: { unread: number }) {
  const unread = useUnread(first);
  const shown = unread > MANY ? `${MANY}+` : String(unread);
  return (
    <Indicator label={shown} size={16} color="red" offset={6} disabled={unread === 0} zIndex={1}>
      <ActionIcon
        component={Link}
        href="/notices"
        prefetch={false}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={unread === 0 ? "Notices" : `Notices: ${shown} unread`}
      >
        <IconBell size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
