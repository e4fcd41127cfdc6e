import { route } from "@/lib/http";
import { endOwnSessions, listOwnSessions } from "@/lib/identity/auth";
import { SessionList } from "@/lib/identity/auth/schema";

export const GET = route(
  {
    summary: "List your sessions",
    capability: "self.manage",
    person: true,
    internal: true,
    response: SessionList,
  },
  (ctx) => listOwnSessions(ctx),
);

export const DELETE = route(
  { summary: "Sign out everywhere", capability: "self.manage", person: true, internal: true, status: 204 },
  async (ctx) => {
    await endOwnSessions(ctx);
    return undefined;
  },
);
