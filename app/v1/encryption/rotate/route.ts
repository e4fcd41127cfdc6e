import { route } from "@/lib/http";
import { readEncryption, rotateKeys } from "@/lib/identity/encryption";
import { Encryption } from "@/lib/identity/encryption/schema";

export const POST = route(
  {
    summary: "Rotate the workspace's data key",
    description:
      "Creates a new data key and re-encrypts the workspace's data in the background, without downtime. Then the previous key is destroyed. During a rotation, the response describes that rotation.",
    tags: ["Encryption"],
    capability: "encryption.rotate",
    refuseTest: true,
    status: 202,
    response: Encryption,
    referenceOf: () => "encryption",
    replay: (ctx) => readEncryption(ctx),
  },
  (ctx) => rotateKeys(ctx),
);
