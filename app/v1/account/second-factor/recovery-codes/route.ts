import { renewRecoveryCodes } from "@/lib/auth";
import { RecoveryCodes, WithPassword } from "@/lib/auth/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Make new recovery codes",
    can: "self.manage",
    person: true,
    internal: true,
    body: WithPassword,
    response: RecoveryCodes,
  },
  (ctx, { body }) => renewRecoveryCodes(ctx, body.password),
);
