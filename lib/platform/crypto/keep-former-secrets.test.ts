import { expect, test } from "vitest";
import { keepFormerSecrets } from "./keep-former-secrets";

const key = (byte: number): Buffer => Buffer.alloc(32, byte);
const secretsOf = (entries: Record<string, number>): Map<string, Buffer> =>
  new Map(Object.entries(entries).map(([name, byte]) => [name, key(byte)]));

test("keeps all secrets while the root key that seals is missing", () => {
  const former = secretsOf({ "root.key": 1, "root-2.key": 2, "sso.key": 3 });
  const { secrets, lost } = keepFormerSecrets(former, secretsOf({ "root.key": 1 }), 2);
  expect(secrets).toEqual(former);
  expect(lost).toEqual(["root-2.key", "sso.key"]);
});

test("forgets a former root key whose file a rotation has removed", () => {
  const former = secretsOf({ "root.key": 1, "root-2.key": 2, "sso.key": 3 });
  const read = secretsOf({ "root-2.key": 2, "sso.key": 3 });
  expect(keepFormerSecrets(former, read, 2)).toEqual({ secrets: read, lost: [], replaced: [] });
});

test("adds secrets, and keeps those whose files have another content now", () => {
  const former = secretsOf({ "root.key": 1 });
  const read = secretsOf({ "root.key": 9, "root-2.key": 2 });
  expect(keepFormerSecrets(former, read, 1)).toEqual({
    secrets: secretsOf({ "root.key": 1, "root-2.key": 2 }),
    lost: [],
    replaced: ["root.key"],
  });
});
