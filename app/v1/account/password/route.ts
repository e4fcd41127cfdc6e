import { route } from "@/lib/http";
import { changePassword } from "@/lib/identity/auth";
import { ChangePassword } from "@/lib/identity/auth/schema";

export const PUT = route(
  {
    summary: "Change your password",
    capability: "self.manage",
    person: true,
    internal: true,
    body: ChangePassword,
    status: 204,
  },
  async (ctx, { body }) => {
    await changePassword(ctx, body);
    return undefined;
  },
);
