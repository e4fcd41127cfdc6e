import { route } from "@/lib/http";
import { renewRecoveryCodes } from "@/lib/identity/auth";
import { RecoveryCodes, WithPassword } from "@/lib/identity/auth/schema";

export const POST = route(
  {
    summary: "Create new recovery codes",
    capability: "self.manage",
    person: true,
    internal: true,
    body: WithPassword,
    response: RecoveryCodes,
  },
  (ctx, { body }) => renewRecoveryCodes(ctx, body.password),
);
