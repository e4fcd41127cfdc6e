import { route } from "@/lib/http";
import { createKeyImport, readKeyImport } from "@/lib/identity/encryption";
import { KeyImport } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Create a public key for a key import",
    description:
      "A 3072-bit RSA key for one import within an hour. Wrap 32 bytes of key material for it with RSA-OAEP and SHA-256. Part of the Enterprise plan.",
    capability: "encryption.customer_key",
    person: true,
    internal: true,
    refuseTest: true,
    whileLocked: true,
    status: 201,
    response: KeyImport,
    replay: (ctx, { reference }) => readKeyImport(ctx, reference),
  },
  (ctx) => createKeyImport(ctx),
);
