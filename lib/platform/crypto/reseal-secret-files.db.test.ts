import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { fingerprintOf } from "./fingerprint";
import { resealSecretFiles } from "./reseal-secret-files";
import { createSecrets, loadSecrets } from "./secret-source";
import { openSecrets, setRootFingerprints } from "./secret-store";

test("a machine with files under the former root key seals them again while it has both keys", async () => {
  rmSync(join(env.DATA_DIR, "secrets"), { recursive: true });
  const [former, next] = [randomBytes(32), randomBytes(32)];
  await createSecrets(env.DATA_DIR, { kind: "env", keys: new Map([[1, former]]) });
  const afterRotation = { kind: "env", keys: new Map([[2, next]]) } as const;
  await expect(loadSecrets(env.DATA_DIR, afterRotation)).rejects.toThrow("The root key does not open");

  const keys = new Map([
    [1, former],
    [2, next],
  ]);
  await openSecrets({ kind: "env", keys });
  expect(resealSecretFiles()).toBe(0);
  setRootFingerprints(new Map([[2, fingerprintOf(next)]]));
  const sealedFiles = readdirSync(join(env.DATA_DIR, "secrets")).filter((name) => name.endsWith(".sealed"));
  expect(resealSecretFiles()).toBe(sealedFiles.length);
  expect((await loadSecrets(env.DATA_DIR, afterRotation)).size).toBe(sealedFiles.length + 1);

  // A process that has not read yet that the next key seals does not undo it.
  setRootFingerprints(new Map([[1, fingerprintOf(former)]]));
  expect(resealSecretFiles()).toBe(0);
});
