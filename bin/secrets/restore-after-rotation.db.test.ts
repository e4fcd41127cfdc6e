import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseContactData, replayErasures, runErasure } from "@/lib/data/erasure";
import { createBackup, restoreBackup } from "@/lib/platform/backup";
import { operatorCtx, systemCtx } from "@/lib/platform/context/make";
import {
  claimSecrets,
  forgetWorkspaceKeys,
  refreshRootKeys,
  rootKeys,
  workspaceKeys,
} from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { rotateRootKey } from "./rotate-command";

const PASSPHRASE = "correct horse battery staple";
const PHONE = "+12127400099";
const FIELD = { table: "calls", row: "call_1", field: "transcript" };
/** This process is the only one: it knows the next key at once. */
const OPTIONS = { say: () => undefined, wait: async () => undefined };

let space: TestWorkspace;
let admin: pg.Client;
let folder: string;
beforeAll(async () => {
  await claimSecrets();
  space = await makeWorkspace();
  admin = await adminOfThisDatabase();
  folder = await mkdtemp(join(tmpdir(), "rotation-backup-"));
});
afterAll(async () => {
  await admin.end();
  await closeHub();
  await rm(folder, { recursive: true, force: true });
});

const rotate = (step: "begin" | "continue" | "finish") =>
  rotateRootKey({ continue: step === "continue", finish: step === "finish" }, OPTIONS);
async function rotateCompletely(): Promise<void> {
  for (const step of ["begin", "continue", "finish"] as const) await rotate(step);
}
const rootFiles = (): string[] =>
  readdirSync(join(env.DATA_DIR, "secrets")).filter((name) => name.startsWith("root"));

async function erase(): Promise<void> {
  const { id } = await eraseContactData(space.ctx(), PHONE);
  for (const s of [0, 15, 30])
    await runErasure(
      systemCtx(space.workspaceId, "erasure.run", {
        clock: { now: () => new Date(Date.now() + s * 1_000) },
      }),
      id,
    );
}

test("a backup from before a rotation is restored, opens, and repeats an erasure from after the rotation", async () => {
  const value = (await workspaceKeys(space.workspaceId)).sealer.seal(FIELD, "a credential");
  await apiOf(space)("POST", "/v1/contacts", { body: { phone: PHONE, name: "Nora Nobody" } });
  const url = new URL(process.env.PARLEY_TEST_ADMIN_URL ?? "");
  url.pathname = `/${admin.database}`;
  const common = { adminUrl: url.href, dataDir: env.DATA_DIR, passphrase: PASSPHRASE };
  const { files } = await createBackup({ ...common, folder, dataDays: 30, keyDays: 7 });
  const [data = "", keys = ""] = files;

  await rotateCompletely();
  expect(rootFiles()).toEqual(["root-2.key"]);
  await erase();

  await restoreBackup({ ...common, data, keys, overwrite: true });
  await refreshRootKeys();
  forgetWorkspaceKeys(space.workspaceId);
  expect((await workspaceKeys(space.workspaceId)).sealer.openText(FIELD, value)).toBe("a credential");
  expect(rootFiles()).toEqual(["root-2.key", "root.key"]);
  expect(rootKeys().sealing).toBe(1);
  // The receipt of the erasure is sealed under the newer root key, which the restore kept.
  expect(await replayErasures((id) => operatorCtx(id, "restore"))).toMatchObject({
    repeated: 1,
    unreadable: 0,
  });

  // The rotation that the restore undid is completed again, to the same key.
  await rotate("continue");
  await rotate("finish");
  expect(rootFiles()).toEqual(["root-2.key"]);
  forgetWorkspaceKeys(space.workspaceId);
  expect((await workspaceKeys(space.workspaceId)).sealer.openText(FIELD, value)).toBe("a credential");
});

test("the next rotation has the next version", async () => {
  await rotateCompletely();
  expect(rootFiles()).toEqual(["root-3.key"]);
  expect(await replayErasures((id) => operatorCtx(id, "restore"))).toMatchObject({ unreadable: 0 });
});
