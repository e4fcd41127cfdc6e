import { changePassword } from "@/lib/auth";
import { ChangePassword } from "@/lib/auth/schema";
import { route } from "@/lib/http";

export const PUT = route(
  {
    summary: "Change one's own password",
    can: "self.manage",
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
