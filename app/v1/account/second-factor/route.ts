import { route } from "@/lib/http";
import { beginSecondFactor } from "@/lib/identity/auth";
import { NewSecondFactor, WithPassword } from "@/lib/identity/auth/schema";

export const PUT = route(
  {
    summary: "Start to set up two-factor authentication",
    capability: "self.manage",
    person: true,
    internal: true,
    body: WithPassword,
    response: NewSecondFactor,
  },
  (ctx, { body }) => beginSecondFactor(ctx, body.password),
);
