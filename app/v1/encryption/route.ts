import { route } from "@/lib/http";
import { readEncryption } from "@/lib/identity/encryption";
import { Encryption } from "@/lib/identity/encryption/schema";

export const GET = route(
  {
    summary: "Get the workspace's encryption keys",
    description:
      "Numbers, ages and states, never key material. `done` of `total` is a rotation's progress. Also available while the workspace is locked.",
    tags: ["Encryption"],
    capability: "encryption.rotate",
    refuseTest: true,
    whileLocked: true,
    response: Encryption,
  },
  (ctx) => readEncryption(ctx),
);
