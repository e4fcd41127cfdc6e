import { route } from "@/lib/http";
import { switchSession } from "@/lib/identity/auth";
import { SessionScope, SwitchSession } from "@/lib/identity/auth/schema";

export const PATCH = route(
  {
    summary: "Switch the session's workspace or environment",
    capability: "self.manage",
    person: true,
    internal: true,
    body: SwitchSession,
    response: SessionScope,
  },
  (ctx, { body }) => switchSession(ctx, body),
);
