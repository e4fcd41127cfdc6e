import { route } from "@/lib/http";
import { readMailPreferences, updateMailPreferences } from "@/lib/identity/notices";
import { MailPreferences, UpdateMailPreferences } from "@/lib/identity/notices/schema";

const spec = { capability: "self.manage", person: true, internal: true, response: MailPreferences } as const;

export const GET = route({ ...spec, summary: "Get your mail notification settings" }, (ctx) =>
  readMailPreferences(ctx),
);

export const PATCH = route(
  { ...spec, summary: "Update your mail notification settings, by kind", body: UpdateMailPreferences },
  (ctx, { body }) => updateMailPreferences(ctx, body),
);
