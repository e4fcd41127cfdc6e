import { route } from "@/lib/http";
import { makeKeyImport, readKeyImport } from "@/lib/identity/encryption";
import { KeyImport } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Make a public key for an import",
    description:
      "An RSA key of 3072 bits, for one import within an hour. Wrap 32 bytes of key material for it with RSA-OAEP and SHA-256. Part of the Enterprise plan.",
    can: "encryption.customer_key",
    person: true,
    internal: true,
    refuseTest: true,
    whileLocked: true,
    status: 201,
    response: KeyImport,
    replay: (ctx, { reference }) => readKeyImport(ctx, reference),
  },
  (ctx) => makeKeyImport(ctx),
);
