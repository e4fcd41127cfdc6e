import { route } from "@/lib/http";
import { revokeKey, updateKey } from "@/lib/identity/keys";
import { Key, KeyParams, UpdateKey } from "@/lib/identity/keys/schema";

export const PATCH = route(
  {
    summary: "Update an API key",
    description: "Its name, and the networks from which it can be used.",
    tags: ["Keys"],
    capability: "keys.manage",
    refuseTest: true,
    params: KeyParams,
    body: UpdateKey,
    response: Key,
  },
  (ctx, { params, body }) => updateKey(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Revoke an API key",
    description: "Every process rejects it within two seconds, and its open streams end.",
    tags: ["Keys"],
    capability: "keys.manage",
    refuseTest: true,
    params: KeyParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await revokeKey(ctx, params.id);
    return undefined;
  },
);
