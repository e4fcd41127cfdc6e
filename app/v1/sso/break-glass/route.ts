import { route } from "@/lib/http";
import { issueBreakGlassCode } from "@/lib/identity/auth";
import { removeBreakGlassCode } from "@/lib/identity/sso";
import { BreakGlassCode } from "@/lib/identity/sso/schema";

export const POST = route(
  {
    summary: "Create your break-glass code",
    capability: "sso.manage",
    person: true,
    refuseTest: true,
    internal: true,
    response: BreakGlassCode,
    referenceOf: () => "",
    // It is shown once: a repeated request is told that there is one, and not which.
    replay: async () => ({ code: "" }),
  },
  (ctx) => issueBreakGlassCode(ctx),
);

export const DELETE = route(
  {
    summary: "Delete the break-glass code",
    capability: "sso.manage",
    person: true,
    refuseTest: true,
    internal: true,
    status: 204,
  },
  async (ctx) => {
    await removeBreakGlassCode(ctx);
    return undefined;
  },
);
