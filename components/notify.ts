import type { NotificationData } from "@mantine/notifications";

/** Imports the notifications, which a page loads after it has appeared (`notification-area.tsx`). */
export const loadNotifications = () => import("@mantine/notifications");

/** Shows a notification. */
export const notify = (data: NotificationData): void =>
  void loadNotifications()
    .then(({ notifications }) => notifications.show(data))
    // Without the code there is no place to report it.
    .catch(() => undefined);
