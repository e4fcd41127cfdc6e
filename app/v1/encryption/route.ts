import { route } from "@/lib/http";
import { readEncryption } from "@/lib/identity/encryption";
import { Encryption } from "@/lib/identity/encryption/schema";

export const GET = route(
  {
    summary: "Show the workspace's encryption keys",
    description:
      "Numbers, ages and states: no key is ever shown. `done` of `total` tells how far a rotation is. It answers while the workspace is locked, too.",
    tags: ["Encryption"],
    can: "encryption.rotate",
    refuseTest: true,
    whileLocked: true,
    response: Encryption,
  },
  (ctx) => readEncryption(ctx),
);
