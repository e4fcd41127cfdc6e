import { endOwnSessions, listOwnSessions } from "@/lib/auth";
import { SessionList } from "@/lib/auth/schema";
import { route } from "@/lib/http";

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
