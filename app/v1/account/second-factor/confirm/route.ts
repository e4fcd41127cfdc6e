import { route } from "@/lib/http";
import { confirmSecondFactor } from "@/lib/identity/auth";
import { RecoveryCodes, SecondFactorCode } from "@/lib/identity/auth/schema";

export const POST = route(
  {
    summary: "Turn one's second factor on, with a code of it",
    can: "self.manage",
    person: true,
    internal: true,
    body: SecondFactorCode,
    response: RecoveryCodes,
  },
  (ctx, { body }) => confirmSecondFactor(ctx, body.code),
);
