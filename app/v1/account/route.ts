import { readAccount } from "@/lib/auth";
import { Account } from "@/lib/auth/schema";
import { route } from "@/lib/http";

export const GET = route(
  { summary: "Read one's own account", can: "self.manage", person: true, internal: true, response: Account },
  (ctx) => readAccount(ctx),
);
