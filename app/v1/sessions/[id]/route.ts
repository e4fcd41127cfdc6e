import { route } from "@/lib/http";
import { endOwnSession } from "@/lib/identity/auth";
import { SessionParams } from "@/lib/identity/auth/schema";

export const DELETE = route(
  {
    summary: "End one of your sessions",
    capability: "self.manage",
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
