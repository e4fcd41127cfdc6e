import { route } from "@/lib/http";
import { readEncryption, removeCustomerKey } from "@/lib/identity/encryption";
import { Encryption } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Return to Parley-managed keys",
    description:
      "Removes the customer-managed key from every data key, and deletes its key material. There is no downtime. While the key is withdrawn, the response is 423.",
    capability: "encryption.customer_key",
    person: true,
    internal: true,
    refuseTest: true,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx) => removeCustomerKey(ctx),
);
