import { route } from "@/lib/http";
import { readKey, rotateKey } from "@/lib/identity/keys";
import { KeyParams, KeyWithSecret, RotateKey } from "@/lib/identity/keys/schema";

export const POST = route(
  {
    summary: "Rotate an API key",
    description:
      "Gives the key a new secret, which is in this answer only. The former one works for `overlap_minutes` more; without them it stops at once.",
    tags: ["Keys"],
    can: "keys.manage",
    refuseTest: true,
    params: KeyParams,
    body: RotateKey,
    response: KeyWithSecret,
    replay: (ctx, { reference }) => readKey(ctx, reference),
  },
  (ctx, { params, body }) => rotateKey(ctx, params.id, body),
);
