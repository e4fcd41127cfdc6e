import { route } from "@/lib/http";
import { readEncryption, withdrawCustomerKey } from "@/lib/identity/encryption";
import { Encryption } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Withdraw the customer-managed key",
    description:
      "Deletes the key material. Within a minute, every request of the workspace returns 423 `workspace_locked`, until an owner restores the same key. Opt-outs are still recorded.",
    capability: "encryption.customer_key",
    person: true,
    internal: true,
    refuseTest: true,
    whileLocked: true,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx) => withdrawCustomerKey(ctx),
);
