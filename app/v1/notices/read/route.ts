import { route } from "@/lib/http";
import { countUnread, markNoticesRead } from "@/lib/identity/notices";
import { MarkNoticesRead, UnreadNotices } from "@/lib/identity/notices/schema";

export const POST = route(
  {
    summary: "Mark your notices as read",
    capability: "self.manage",
    person: true,
    internal: true,
    body: MarkNoticesRead,
    response: UnreadNotices,
    referenceOf: () => "",
    replay: (ctx) => countUnread(ctx),
  },
  (ctx, { body }) => markNoticesRead(ctx, body),
);
