import { route } from "@/lib/http";
import { readEncryption, withdrawKey } from "@/lib/identity/encryption";
import { Encryption } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Withdraw the customer's own key",
    description:
      "Deletes the key material. Within a minute everything of the workspace answers 423 `workspace_locked`, until an owner gives the same key back. Opt-outs are still recorded.",
    can: "encryption.customer_key",
    person: true,
    internal: true,
    refuseTest: true,
    whileLocked: true,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx) => withdrawKey(ctx),
);
