import { route } from "@/lib/http";
import { leaveOwnKey, readEncryption } from "@/lib/identity/encryption";
import { Encryption } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Go back to Parley's own keys",
    description:
      "Takes every data key out of the wrapping by the customer's own key, and deletes the key material. Nothing pauses. While the key is withdrawn it answers 423.",
    can: "encryption.customer_key",
    person: true,
    internal: true,
    refuseTest: true,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx) => leaveOwnKey(ctx),
);
