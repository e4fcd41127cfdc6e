import { endOwnSession } from "@/lib/auth";
import { SessionParams } from "@/lib/auth/schema";
import { route } from "@/lib/http";

export const DELETE = route(
  {
    summary: "End one of one's own sessions",
    can: "self.manage",
    person: true,
    internal: true,
    params: SessionParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await endOwnSession(ctx, params.id);
    return undefined;
  },
);
