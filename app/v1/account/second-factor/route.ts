import { beginSecondFactor } from "@/lib/auth";
import { NewSecondFactor, WithPassword } from "@/lib/auth/schema";
import { route } from "@/lib/http";

export const PUT = route(
  {
    summary: "Begin to turn one's second factor on",
    can: "self.manage",
    person: true,
    internal: true,
    body: WithPassword,
    response: NewSecondFactor,
  },
  (ctx, { body }) => beginSecondFactor(ctx, body.password),
);
