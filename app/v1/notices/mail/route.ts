import { route } from "@/lib/http";
import { readMailedNotices, setMailedNotices } from "@/lib/identity/notices";
import { MailedNotices, SetMailedNotices } from "@/lib/identity/notices/schema";

const own = { can: "self.manage", person: true, internal: true, response: MailedNotices } as const;

export const GET = route({ ...own, summary: "Read which notices one is told of by mail" }, (ctx) =>
  readMailedNotices(ctx),
);

export const PATCH = route(
  { ...own, summary: "Switch mails of notices on or off, by their kind", body: SetMailedNotices },
  (ctx, { body }) => setMailedNotices(ctx, body),
);
