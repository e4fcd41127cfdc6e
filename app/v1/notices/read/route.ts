import { route } from "@/lib/http";
import { countUnread, readNotices } from "@/lib/identity/notices";
import { ReadNotices, UnreadNotices } from "@/lib/identity/notices/schema";

export const POST = route(
  {
    summary: "Mark notices of one's own as read",
    can: "self.manage",
    person: true,
    internal: true,
    body: ReadNotices,
    response: UnreadNotices,
    referenceOf: () => "",
    replay: (ctx) => countUnread(ctx),
  },
  (ctx, { body }) => readNotices(ctx, body),
);
