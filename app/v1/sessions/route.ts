import { route } from "@/lib/http";
import { endOwnSessions, listOwnSessions } from "@/lib/identity/auth";
import { SessionList } from "@/lib/identity/auth/schema";

export const GET = route(
  {
    summary: "List one's own sessions",
    can: "self.manage",
    person: true,
    internal: true,
    response: SessionList,
  },
  (ctx) => listOwnSessions(ctx),
);

export const DELETE = route(
  { summary: "Sign out everywhere", can: "self.manage", person: true, internal: true, status: 204 },
  async (ctx) => {
    await endOwnSessions(ctx);
    return undefined;
  },
);
