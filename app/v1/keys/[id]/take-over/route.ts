import { route } from "@/lib/http";
import { readKey, takeOverKey } from "@/lib/identity/keys";
import { Key, KeyParams } from "@/lib/identity/keys/schema";

export const POST = route(
  {
    summary: "Take over an API key",
    description:
      "You become responsible for the key. A key whose creator has left works again, and one whose creator has a weaker role regains its own role.",
    tags: ["Keys"],
    capability: "keys.manage",
    refuseTest: true,
    params: KeyParams,
    response: Key,
    replay: (ctx, { reference }) => readKey(ctx, reference),
  },
  (ctx, { params }) => takeOverKey(ctx, params.id),
);
