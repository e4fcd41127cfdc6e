import { expect, test } from "vitest";
import { KeySourceError } from "@/lib/platform/key-sources";
import { checkRootKey } from "./check-root-key";

test("a root key that is unwrapped passes, and so does a new installation without one", async () => {
  expect(await checkRootKey({ source: "vault", open: async () => 5 })).toEqual({
    status: "ok",
    summary: "the root key is unwrapped by Vault",
  });
  expect(await checkRootKey({ source: "env", open: async () => 0 })).toMatchObject({ status: "ok" });
});

test("a service that refuses is reported with its reason, and other errors without their paths", async () => {
  const refuse = async () => {
    throw new KeySourceError(
      "AWS KMS refused the request (DisabledException). Enable the key of KMS_KEY_ID.",
    );
  };
  expect(await checkRootKey({ source: "aws-kms", open: refuse })).toMatchObject({
    status: "failed",
    summary: expect.stringContaining("Enable the key"),
    action: expect.stringContaining("before one restarts"),
  });
  const mode = async () => {
    throw new Error("/home/nora/.data/secrets/root.key can be read by others");
  };
  const finding = await checkRootKey({ source: "file", open: mode });
  expect(finding.status).toBe("failed");
  expect(JSON.stringify(finding)).not.toContain("nora");
});
