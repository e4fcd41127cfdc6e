import { route } from "@/lib/http";
import { revokeKey } from "@/lib/keys";
import { KeyParams } from "@/lib/keys/schema";

export const DELETE = route(
  {
    summary: "Revoke an API key",
    description: "Every process refuses it within two seconds, and its open streams end.",
    tags: ["Keys"],
    can: "keys.manage",
    refuseTest: true,
    params: KeyParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await revokeKey(ctx, params.id);
    return undefined;
  },
);
