import { disableSecondFactor } from "@/lib/auth";
import { WithPassword } from "@/lib/auth/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Turn one's second factor off",
    can: "self.manage",
    person: true,
    internal: true,
    body: WithPassword,
    status: 204,
  },
  async (ctx, { body }) => {
    await disableSecondFactor(ctx, body.password);
    return undefined;
  },
);
