import { route } from "@/lib/http";
import { readAccount } from "@/lib/identity/auth";
import { Account } from "@/lib/identity/auth/schema";

export const GET = route(
  { summary: "Get your account", capability: "self.manage", person: true, internal: true, response: Account },
  (ctx) => readAccount(ctx),
);
