import { route } from "@/lib/http";
import { listNotices } from "@/lib/identity/notices";
import { ListNotices, NoticePage } from "@/lib/identity/notices/schema";

export const GET = route(
  {
    summary: "List your notices",
    capability: "self.manage",
    person: true,
    internal: true,
    query: ListNotices,
    response: NoticePage,
  },
  (ctx, { query }) => listNotices(ctx, query),
);
