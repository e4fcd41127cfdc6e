import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimSecrets, forgetWorkspaceKeys, rootKeys, workspaceKeys } from "@/lib/platform/crypto";
import { createSealer } from "@/lib/platform/crypto/seal";
import { env } from "@/lib/platform/env";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { rotateRootKey } from "./rotate-command";

let admin: pg.Client;
let space: TestWorkspace;
let damaged: TestWorkspace;
beforeAll(async () => {
  await claimSecrets();
  [space, damaged] = [await makeWorkspace(), await makeWorkspace()];
  admin = await adminOfThisDatabase();
});
afterAll(() => admin.end());

const lines: string[] = [];
/** This process is the only one: it has the next key at once. */
const options = { say: (line: string) => void lines.push(line), wait: async () => undefined };
const rotate = (step: { continue?: true; finish?: true; "leave-damaged"?: true }, more: object = {}) =>
  rotateRootKey({ continue: false, finish: false, ...step }, { ...options, ...more });
const rootFiles = (): string[] =>
  readdirSync(join(env.DATA_DIR, "secrets")).filter((name) => name.startsWith("root"));

const setMaterial = (workspaceId: string, material: Buffer) =>
  admin.query(
    "insert into customer_keys (workspace_id, material, check_value, imported_at) values ($1, $2, $3, now()) on conflict (workspace_id) do update set material = $2",
    [workspaceId, material, Buffer.alloc(32)],
  );
/** A value of version 1, as a process with the former root key seals it. Under another key it opens nowhere. */
const sealFormer = (workspaceId: string, key: Buffer): Buffer =>
  createSealer(workspaceId, new Map([[1, key]]), 1).seal(
    { table: "customer_keys", row: workspaceId, field: "material" },
    Buffer.alloc(32, 7),
  );

test("a value that does not open is named, and a rotation finishes without it only if the operator says so", async () => {
  const former = rootKeys().keys.get(1) as Buffer;
  await setMaterial(damaged.workspaceId, sealFormer(damaged.workspaceId, randomBytes(32)));
  await rotate({});
  await expect(rotate({ continue: true })).rejects.toThrow(
    `1 values do not open under either root key and were left as they are: customer_keys of ${damaged.workspaceId}.`,
  );
  // The keys of the same workspace were sealed again nevertheless.
  const { rows } = await admin.query(
    "select distinct sealed_key_version(wrapped) as version from workspace_keys",
  );
  expect(rows).toEqual([{ version: 2 }]);
  await expect(rotate({ finish: true })).rejects.toThrow("1 values are still sealed under root.key");
  await expect(rotate({ continue: true, "leave-damaged": true })).rejects.toThrow("Usage");

  // A process whose refresh fails seals under the former key while --finish waits: the key stays.
  const wait = async () => {
    await setMaterial(space.workspaceId, sealFormer(space.workspaceId, former));
  };
  await admin.query("update customer_keys set material = null where workspace_id = $1", [
    damaged.workspaceId,
  ]);
  await expect(rotate({ finish: true }, { wait })).rejects.toThrow(
    "1 values are still sealed under root.key. Use --continue.",
  );
  expect(rootFiles()).toEqual(["root-2.key", "root.key"]);

  await setMaterial(damaged.workspaceId, sealFormer(damaged.workspaceId, randomBytes(32)));
  await rotate({ finish: true, "leave-damaged": true });
  expect(lines.join("\n")).toContain(`customer_keys of ${damaged.workspaceId}`);
  expect(rootFiles()).toEqual(["root-2.key"]);
  forgetWorkspaceKeys(space.workspaceId);
  expect(await workspaceKeys(space.workspaceId)).toMatchObject({ newest: 1 });
});
