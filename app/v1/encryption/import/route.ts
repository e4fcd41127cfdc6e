import { route } from "@/lib/http";
import { importCustomerKey, readEncryption } from "@/lib/identity/encryption";
import { Encryption, ImportKey } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Import or restore a customer-managed key",
    description:
      "From then on, the workspace's data can be opened only with this key. After a withdrawal, only the same key is accepted. Part of the Enterprise plan.",
    capability: "encryption.customer_key",
    person: true,
    internal: true,
    refuseTest: true,
    whileLocked: true,
    body: ImportKey,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx, { body }) => importCustomerKey(ctx, body),
);
