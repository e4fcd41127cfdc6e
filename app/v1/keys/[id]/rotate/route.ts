import { route } from "@/lib/http";
import { readKey, rotateKey } from "@/lib/identity/keys";
import { KeyParams, KeyWithSecret, RotateKey } from "@/lib/identity/keys/schema";

export const POST = route(
  {
    summary: "Rotate an API key",
    description:
      "Creates a new secret, returned only in this response. The previous secret works for `overlap_minutes`, or stops immediately without them.",
    tags: ["Keys"],
    capability: "keys.manage",
    refuseTest: true,
    params: KeyParams,
    body: RotateKey,
    response: KeyWithSecret,
    replay: (ctx, { reference }) => readKey(ctx, reference),
  },
  (ctx, { params, body }) => rotateKey(ctx, params.id, body),
);
