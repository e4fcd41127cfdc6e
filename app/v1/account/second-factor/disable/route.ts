import { route } from "@/lib/http";
import { disableSecondFactor } from "@/lib/identity/auth";
import { WithPassword } from "@/lib/identity/auth/schema";

export const POST = route(
  {
    summary: "Turn off two-factor authentication",
    capability: "self.manage",
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
