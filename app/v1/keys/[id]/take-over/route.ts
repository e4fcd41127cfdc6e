import { route } from "@/lib/http";
import { readKey, takeOverKey } from "@/lib/identity/keys";
import { Key, KeyParams } from "@/lib/identity/keys/schema";

export const POST = route(
  {
    summary: "Take an API key over",
    description:
      "Whoever asks answers for the key from now on. One whose maker has left works again, and one whose maker may do less works with its own role.",
    tags: ["Keys"],
    can: "keys.manage",
    refuseTest: true,
    params: KeyParams,
    response: Key,
    replay: (ctx, { reference }) => readKey(ctx, reference),
  },
  (ctx, { params }) => takeOverKey(ctx, params.id),
);
