import { route } from "@/lib/http";
import { giveBreakGlass } from "@/lib/identity/auth";
import { removeBreakGlass } from "@/lib/identity/sso";
import { BreakGlassCode } from "@/lib/identity/sso/schema";

export const POST = route(
  {
    summary: "Make a break-glass code for oneself",
    can: "sso.manage",
    person: true,
    refuseTest: true,
    internal: true,
    response: BreakGlassCode,
    referenceOf: () => "",
    // It is shown once: a repeated request is told that there is one, and not which.
    replay: async () => ({ code: "" }),
  },
  (ctx) => giveBreakGlass(ctx),
);

export const DELETE = route(
  {
    summary: "Take the break-glass code away",
    can: "sso.manage",
    person: true,
    refuseTest: true,
    internal: true,
    status: 204,
  },
  async (ctx) => {
    await removeBreakGlass(ctx);
    return undefined;
  },
);
