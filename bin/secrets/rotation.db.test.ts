import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  checkTicket,
  claimSecrets,
  forgetWorkspaceKeys,
  materialRef,
  personSealer,
  refreshRootKeys,
  rootKeys,
  rootSealer,
  signTicket,
  workspaceKeys,
} from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { type BundledCommands, bundleCommands } from "@/test/fixtures/bundled-commands";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const WORKSPACES = 8;
const PATIENCE = { timeout: 90_000, interval: 50 };
/** Commands wait until other processes have read the next key, and load the packages. */
const TEST_TIMEOUT_MS = 300_000;
const FIELD = { table: "calls", row: "call_1", field: "transcript" };

let admin: pg.Client;
let blocker: pg.Client;
const children: ChildProcess[] = [];
let commands: BundledCommands;
beforeAll(async () => {
  [admin, blocker] = await Promise.all([adminOfThisDatabase(), adminOfThisDatabase()]);
  commands = await bundleCommands(["secrets", "key"]);
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});
afterAll(async () => {
  await Promise.all([admin.end(), blocker.end(), commands.remove()]);
});

function startCommand(name: string, args: string[] = []) {
  const command = commands.start(name, args);
  children.push(command.child);
  return command;
}
const runCommand = (name: string, args: string[] = []) => startCommand(name, args).result;

/** The versions of the root key that seal workspaces' keys, with the number of keys. */
async function countVersions(): Promise<Record<string, number>> {
  const { rows } = await admin.query<{ version: number; n: number }>(
    "select sealed_key_version(wrapped) as version, count(*)::int as n from workspace_keys group by 1 order by 1",
  );
  return Object.fromEntries(rows.map(({ version, n }) => [String(version), n]));
}
const secretFiles = (): string[] =>
  readdirSync(join(env.DATA_DIR, "secrets"))
    .filter((name) => name.endsWith(".key"))
    .sort();

/** Data of each kind that the root key seals, and values under the keys that it wraps. */
async function makeData() {
  const spaces: TestWorkspace[] = [];
  for (let n = 0; n < WORKSPACES; n++) spaces.push(await makeWorkspace());
  const values = new Map<string, Buffer>();
  for (const { workspaceId: id } of spaces)
    values.set(id, (await workspaceKeys(id)).sealer.seal(FIELD, `of ${id}`));
  const [first] = spaces as [TestWorkspace];
  const userId = first.ownerUserId;
  await admin.query(
    "insert into second_factors (user_id, secret, confirmed_at, last_step, tries, created_at) values ($1, $2, now(), 0, 0, now())",
    [userId, personSealer().seal({ table: "second_factors", row: userId, field: "secret" }, "totp secret")],
  );
  await admin.query(
    "insert into customer_keys (workspace_id, material, check_value, imported_at) values ($1, $2, $3, now())",
    [
      first.workspaceId,
      rootSealer(first.workspaceId).seal(materialRef(first.workspaceId), Buffer.alloc(32, 7)),
      Buffer.alloc(32),
    ],
  );
  return { spaces, values, first, userId };
}

async function expectReadable(values: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [id, value] of values) {
    forgetWorkspaceKeys(id);
    expect((await workspaceKeys(id)).sealer.openText(FIELD, value)).toBe(`of ${id}`);
  }
}

test(
  "a rotation that is killed in the middle is completed, while processes with either key work, and then drops the old key",
  async () => {
    await claimSecrets();
    const { spaces, values, first, userId } = await makeData();
    const recoveryCode = signTicket("recovery-code", "a code");
    const invitation = signTicket("invitation", "inv_1|1");
    const ticket = signTicket("stream", "a call");
    const formerKey = readFileSync(join(env.DATA_DIR, "secrets", "root.key"));

    const prepared = await runCommand("secrets", ["rotate"]);
    expect(prepared.stdout).toContain("Prepared root-2.key. It seals nothing yet.");
    expect(secretFiles()).toContain("root-2.key");
    await expect(runCommand("secrets", ["rotate"])).resolves.toMatchObject({ code: 1 });
    const early = await runCommand("secrets", ["rotate", "--finish"]);
    expect(early.stderr).toContain("root-2.key is not in use yet");
    // This process reads the key and still seals with the former one.
    await refreshRootKeys();
    expect([rootKeys().keys.size, rootKeys().sealing]).toEqual([2, 1]);

    // A transaction has the keys of the last workspace: the command waits for it in the middle of its pass.
    const blocked = [...values.keys()].sort().at(-1) as string;
    await blocker.query("begin");
    await blocker.query("select from workspace_keys where workspace_id = $1 for update", [blocked]);
    const killed = startCommand("secrets", ["rotate", "--continue"]);
    await vi.waitFor(
      async () => expect(await countVersions()).toEqual({ 1: 2, 2: 2 * (WORKSPACES - 1) }),
      PATIENCE,
    );
    killed.child.kill("SIGKILL");
    await killed.result;
    await blocker.query("rollback");
    expect(killed.output.stdout).toBe("");

    // This process has not read that the next key is active. It opens values under both, and a new process works too.
    await expectReadable(values);
    await refreshRootKeys();
    expect(rootKeys().sealing).toBe(2);
    const unfinished = await runCommand("secrets", ["rotate", "--finish"]);
    expect(unfinished.stderr).toMatch(/^\d+ values are still sealed under root\.key\. Use --continue\.$/m);
    expect((await runCommand("key")).stdout).toMatch(/^prl_live_/);
    expect(checkTicket("stream", "a call", ticket)).toBe(true);

    const completed = await runCommand("secrets", ["rotate", "--continue"]);
    expect(completed).toMatchObject({ code: 0 });
    expect(completed.stderr).toContain(`${WORKSPACES} of ${WORKSPACES} workspaces`);
    expect(await countVersions()).toEqual({ 2: 2 * WORKSPACES });
    await expectReadable(values);

    const finished = await runCommand("secrets", ["rotate", "--finish"]);
    expect(finished.stdout).toContain("root.key is no longer used.");
    expect(secretFiles()).not.toContain("root.key");
    await refreshRootKeys();
    expect([...rootKeys().keys.keys()]).toEqual([2]);
    expect(rootKeys().keys.get(2)?.equals(formerKey)).toBe(false);
    await expectReadable(values);
    const { rows } = await admin.query<{ secret: Buffer }>("select secret from second_factors");
    expect(
      rows.map(({ secret }) =>
        personSealer().openText({ table: "second_factors", row: userId, field: "secret" }, secret),
      ),
    ).toEqual(["totp secret"]);
    const { rows: materials } = await admin.query<{ material: Buffer }>("select material from customer_keys");
    expect(
      materials.map(({ material }) =>
        rootSealer(first.workspaceId).open(materialRef(first.workspaceId), material),
      ),
    ).toEqual([Buffer.alloc(32, 7)]);
    // Stored hashes of links and codes still match; tickets of minutes are those of the next key alone.
    expect(signTicket("recovery-code", "a code")).toBe(recoveryCode);
    expect(signTicket("invitation", "inv_1|1")).toBe(invitation);
    expect(checkTicket("stream", "a call", ticket)).toBe(false);
    expect((await runCommand("key")).stdout).toMatch(/^prl_live_/);
    expect((await runCommand("secrets")).code).toBe(0);
    expect(spaces).toHaveLength(WORKSPACES);
  },
  TEST_TIMEOUT_MS,
);
