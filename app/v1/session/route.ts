import { switchSession } from "@/lib/auth";
import { SessionScope, SwitchSession } from "@/lib/auth/schema";
import { route } from "@/lib/http";

export const PATCH = route(
  {
    summary: "Switch the session's workspace or environment",
    can: "self.manage",
    person: true,
    internal: true,
    body: SwitchSession,
    response: SessionScope,
  },
  (ctx, { body }) => switchSession(ctx, body),
);
