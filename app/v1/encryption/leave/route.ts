import { leaveOwnKey, readEncryption } from "@/lib/encryption";
import { Encryption } from "@/lib/encryption/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Go back to Parley's own keys",
    description:
      "Takes every data key out of the wrapping by the customer's own key, and deletes the key material. Nothing pauses. While the key is withdrawn it answers 423.",
    can: "encryption.own_key",
    person: true,
    internal: true,
    refuseTest: true,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx) => leaveOwnKey(ctx),
);
