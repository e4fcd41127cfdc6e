import { route } from "@/lib/http";
import { readEncryption, rotateKeys } from "@/lib/identity/encryption";
import { Encryption } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Rotate the workspace's data key",
    description:
      "Gives the workspace a new data key and changes everything to it in the background, without a pause; then the former key is destroyed. Asked while a rotation goes on, it answers that one.",
    tags: ["Encryption"],
    can: "encryption.rotate",
    refuseTest: true,
    status: 202,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx) => rotateKeys(ctx),
);
