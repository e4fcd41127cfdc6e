import { route } from "@/lib/http";
import { importKey, readEncryption } from "@/lib/identity/encryption";
import { Encryption, ImportKey } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Import the customer's own key, or give it back",
    description:
      "From then on the workspace's data opens with this key alone. After a withdrawal only the same key is taken. Part of the Enterprise plan.",
    can: "encryption.customer_key",
    person: true,
    internal: true,
    refuseTest: true,
    whileLocked: true,
    body: ImportKey,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx, { body }) => importKey(ctx, body),
);
