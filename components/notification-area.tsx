"use client";

import type { NotificationsProps } from "@mantine/notifications";
import { type ComponentType, useEffect, useState } from "react";
import { loadNotifications } from "./notify";

/** The place of notifications. It is loaded at once after the page, so that a failing network can be reported. */
export function NotificationArea(props: NotificationsProps) {
  const [Area, setArea] = useState<ComponentType<NotificationsProps> | null>(null);
  useEffect(() => {
    loadNotifications()
      .then(({ Notifications }) => setArea(() => Notifications))
      // `notify` tries again.
      .catch(() => undefined);
  }, []);
  return Area === null ? null : <Area {...props} />;
}
