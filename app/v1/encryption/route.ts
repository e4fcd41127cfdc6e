import { readEncryption } from "@/lib/encryption";
import { Encryption } from "@/lib/encryption/schema";
import { route } from "@/lib/http";

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
