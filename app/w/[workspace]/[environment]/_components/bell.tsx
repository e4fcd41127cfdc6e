"use client";

import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { Link } from "@/components/link";
import classes from "./shell.module.css";

/** Polling interval of an open page. No notification is a matter of seconds. */
const POLL_MS = 60_000;
/** Maximum count of the API. */
const MAX_COUNT = 99;

/** Unread count: from the page at first, then refreshed with each page and each minute while the tab is visible. */
function useUnread(initial: number): number {
  const [unread, setUnread] = useState(initial);
  const path = usePathname();
  const lastPath = useRef(path);
  useEffect(() => setUnread(initial), [initial]);
  useEffect(() => {
    const controller = new AbortController();
    const poll = () => {
      if (document.hidden) return;
      api
        .get("/v1/notices/unread", { signal: controller.signal })
        .then((notices) => setUnread(notices.unread))
        .catch((error: unknown) => {
          // The previous count stays; the page shows its own errors.
          if (!(error instanceof ApiError) && !controller.signal.aborted) throw error;
        });
    };
    if (lastPath.current !== path) poll();
    lastPath.current = path;
    const timer = setInterval(poll, POLL_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [path]);
  return unread;
}

/** Link to the notifications, with the number of unread ones. */
export function Bell({ unread: initial }: { unread: number }) {
  const t = useTranslations("shell.bell");
  const format = useFormatter();
  const unread = useUnread(initial);
  const count = unread > MAX_COUNT ? `${format.number(MAX_COUNT)}+` : format.number(unread);
  return (
    <div className={classes.bell}>
      <ActionIcon
        component={Link}
        href="/notices"
        prefetch={false}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={unread === 0 ? t("label") : t("unread", { count })}
      >
        <IconBell size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {count}
        </span>
      )}
    </div>
  );
}
