import { route } from "@/lib/http";
import { countUnread } from "@/lib/notices";
import { UnreadNotices } from "@/lib/notices/schema";

export const GET = route(
  {
    summary: "Count one's own unread notices",
    can: "self.manage",
    person: true,
    internal: true,
    response: UnreadNotices,
  },
  (ctx) => countUnread(ctx),
);
