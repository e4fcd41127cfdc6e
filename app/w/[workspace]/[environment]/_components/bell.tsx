"use client";

import { ActionIcon, Indicator } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { Link } from "@/components/link";

/** Between two looks while a page stays open: nothing that is told here is a matter of seconds. */
const LOOK_MS = 60_000;
/** The service counts no further. */
const MANY = 99;

/** Unread count: from the page at first, then refreshed with each page and each minute while the tab is visible. */
function useUnread(first: number): number {
  const [unread, setUnread] = useState(first);
  const path = usePathname();
  const lastPath = useRef(path);
  useEffect(() => setUnread(first), [first]);
  useEffect(() => {
    const controller = new AbortController();
    const look = () => {
      if (document.hidden) return;
      api
        .get("/v1/notices/unread", { signal: controller.signal })
        .then((notices) => setUnread(notices.unread))
        .catch((error: unknown) => {
          // A count that cannot be read stays as it was; the page itself says what is wrong.
          if (!(error instanceof ApiError) && !controller.signal.aborted) throw error;
        });
    };
    if (lastPath.current !== path) look();
    lastPath.current = path;
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [path]);
  return unread;
}

/** Leads to the notices, and says how many are new. */
export function Bell({ unread: first }: { unread: number }) {
  const unread = useUnread(first);
  const label = unread > MANY ? `${MANY}+` : String(unread);
  return (
    <Indicator label={label} size={16} color="red" offset={6} disabled={unread === 0} zIndex={1}>
      <ActionIcon
        component={Link}
        href="/notices"
        prefetch={false}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={unread === 0 ? "Notices" : `Notices: ${label} unread`}
      >
        <IconBell size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
