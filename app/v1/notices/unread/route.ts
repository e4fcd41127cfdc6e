import { route } from "@/lib/http";
import { countUnread } from "@/lib/identity/notices";
import { UnreadNotices } from "@/lib/identity/notices/schema";

export const GET = route(
  {
    summary: "Count your unread notices",
    capability: "self.manage",
    person: true,
    internal: true,
    response: UnreadNotices,
  },
  (ctx) => countUnread(ctx),
);
