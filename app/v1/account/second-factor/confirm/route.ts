import { route } from "@/lib/http";
import { confirmSecondFactor } from "@/lib/identity/auth";
import { RecoveryCodes, SecondFactorCode } from "@/lib/identity/auth/schema";

export const POST = route(
  {
    summary: "Turn on two-factor authentication with a code",
    capability: "self.manage",
    person: true,
    internal: true,
    body: SecondFactorCode,
    response: RecoveryCodes,
  },
  (ctx, { body }) => confirmSecondFactor(ctx, body.code),
);
