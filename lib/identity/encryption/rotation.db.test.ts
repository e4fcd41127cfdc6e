import type { Compilable } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createIntegration, openCredential } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import {
  createSubjectKey,
  destroySubjectKey,
  forgetWorkspaceKeys,
  subjectSealer,
  workspaceKeys,
  workspaceSealer,
} from "@/lib/platform/crypto";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { continueRotation, readEncryption, rotateIfDue, rotateKeys } from ".";
import { BYTE_COLUMNS, RESEALED_COLUMNS } from "./sealed-columns";
import { activateNewestKey } from "./testing/activate-newest-key";
import { createSubjects, findUnreadable } from "./testing/subjects";

const FIELD_REF = { table: "calls", row: "call_1", field: "notes" };
let admin: Awaited<ReturnType<typeof adminOfThisDatabase>>;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
});
afterAll(() => admin.end());

const expectReadable = async (space: TestWorkspace, ciphertexts: Map<string, Buffer>) =>
  expect(await findUnreadable(space, ciphertexts)).toBeNull();

const countWaitingForLocks = async (): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.n ?? 0;
};

const readVersions = async ({ workspaceId }: TestWorkspace): Promise<number[]> => {
  const queries = [
    "select key_version as v from subject_keys where workspace_id = $1",
    ...RESEALED_COLUMNS.map(
      ({ table, column }) =>
        `select sealed_key_version(${column}) from ${table} where workspace_id = $1 and sealed_key_version(${column}) > 0`,
    ),
  ];
  const { rows } = await admin.query<{ v: number }>(queries.join(" union "), [workspaceId]);
  return rows.map(({ v }) => v).sort();
};
const listDataKeys = async (space: TestWorkspace) =>
  (await readEncryption(space.ctx())).data_keys.map(({ version, state }) => `${version} ${state}`);

/** Ignores `unavailable`: a connection that was cut after a statement fails at its next use. */
function ignoreUnavailable(error: unknown): false {
  if (error instanceof AppError && error.code === "unavailable") return false;
  throw error;
}

/** Runs the job until the rotation is complete, with retries after `unavailable`, as the queue does. */
async function finishRotation(space: TestWorkspace): Promise<void> {
  const runOnce = async () => {
    await continueRotation(space.ctx());
    return (await readEncryption(space.ctx())).rotation?.state === "completed";
  };
  for (let run = 0; run < 50; run++) if (await runOnce().catch(ignoreUnavailable)) return;
  throw new Error("The rotation does not complete.");
}

test("reseals everything with one new key during reads and writes, and destroys the previous key", async () => {
  const space = await makeWorkspace();
  const key = await space.key();
  const credential = { kind: "bearer", token: "secret-token" };
  const input = { name: "Orders", hosts: ["93.184.216.34"], credential };
  const { id } = await createIntegration(space.ctx(), CreateIntegration.parse(input));
  const before = await createSubjects(space, 0, 1_200);
  const encryption = await rotateKeys(space.ctx());
  expect(encryption.rotation).toMatchObject({
    version: 2,
    state: "waiting",
    reason: "manual",
    total: 1_202,
    done: 0,
  });
  expect(await listDataKeys(space)).toEqual(["2 next", "1 current"]);
  // No value is sealed with a key before every process has loaded it.
  await continueRotation(space.ctx());
  expect(await readVersions(space)).toEqual([1]);
  expect((await rotateKeys(space.ctx())).rotation?.version).toBe(2);

  await activateNewestKey(space.workspaceId);
  expect(await listDataKeys(space)).toEqual(["2 current", "1 previous"]);
  const [, during] = await Promise.all([
    finishRotation(space),
    createSubjects(space, 2_000, 2_040, 2),
    expectReadable(space, before),
  ]);
  expect(await readVersions(space)).toEqual([2]);
  expect(await listDataKeys(space)).toEqual(["2 current"]);
  forgetWorkspaceKeys(space.workspaceId);
  await expectReadable(space, new Map([...before, ...during]));
  expect(await openCredential(space.ctx(), id, "live")).toMatchObject({ token: "secret-token" });
  expect((await apiOf(space)("GET", "/v1/encryption", { key })).json.rotation).toMatchObject({
    state: "completed",
    total: 1_202,
  });
  const { rows } = await admin.query(
    "select action from audit_events where workspace_id = $1 and action like 'encryption.%' order by seq",
    [space.workspaceId],
  );
  expect(rows.map(({ action }) => action)).toEqual(["encryption.rotation_started", "encryption.rotated"]);
});

test("completes a rotation without loss although its connections are cut repeatedly", async () => {
  const space = await makeWorkspace();
  const ciphertexts = await createSubjects(space, 0, 1_600);
  await rotateKeys(space.ctx());
  await activateNewestKey(space.workspaceId);
  let isDone = false;
  const disconnecting = (async () => {
    for (let count = 0; count < 5 && !isDone; count++)
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name like 'parley/%' and state <> 'idle'`,
      );
  })();
  await continueRotation(space.ctx()).catch(() => undefined);
  isDone = true;
  await disconnecting;
  await Promise.all([finishRotation(space), continueRotation(space.ctx()).catch(() => undefined)]);
  expect(await readVersions(space)).toEqual([2]);
  await expectReadable(space, ciphertexts);
});

/** Runs a statement in a transaction that stays open until `commit`. */
async function writeLate(space: TestWorkspace, statement: Compilable<unknown>) {
  let commit = () => {};
  const commitAllowed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let lateWrite: Promise<void> = Promise.resolve();
  await new Promise<void>((markWritten) => {
    lateWrite = writeUnaudited(space.ctx(), async (tx) => {
      await tx.all(statement);
      markWritten();
      await commitAllowed;
    });
  });
  return { commit, lateWrite };
}

test("waits for a late commit that was sealed with the previous key, and reseals it", async () => {
  const space = await makeWorkspace();
  const { sealer, insert } = await createSubjectKey(space.workspaceId, "ctc_late", space.ctx().now());
  const ciphertext = sealer.seal(FIELD_REF, "ctc_late");
  await rotateKeys(space.ctx());
  const { commit, lateWrite } = await writeLate(space, insert);
  await activateNewestKey(space.workspaceId);
  const rotating = continueRotation(space.ctx());
  commit();
  await Promise.all([lateWrite, rotating]);
  await finishRotation(space);
  expect(await readVersions(space)).toEqual([2]);
  await expectReadable(space, new Map([["ctc_late", ciphertext]]));
});

test("waits for the late commit of a secret that no trigger protects from the deletion of its key", async () => {
  const space = await makeWorkspace();
  const id = newId("int");
  const secret = (await workspaceSealer(space.workspaceId)).seal(
    { table: "integrations", row: id, field: "secret" },
    JSON.stringify({ token: "late" }),
  );
  await rotateKeys(space.ctx());
  const { workspaceId: workspace_id } = space;
  const row = { id, workspace_id, environment: "live", name: "Orders", kind: "bearer", hosts: ["a.example"] };
  const { commit, lateWrite } = await writeLate(
    space,
    db
      .insertInto("integrations")
      .values({ ...row, secret, settings: json({}), created_at: space.ctx().now() }),
  );
  await activateNewestKey(space.workspaceId);
  const rotating = continueRotation(space.ctx());
  // The rotation resealed what is committed, and waits for the lock of this transaction.
  await vi.waitFor(async () => expect(await countWaitingForLocks()).toBeGreaterThan(0), { timeout: 10_000 });
  commit();
  await Promise.all([lateWrite, rotating]);
  await finishRotation(space);
  expect(await readVersions(space)).toEqual([2]);
  expect(await openCredential(space.ctx(), id, "live")).toMatchObject({ token: "late" });
});

test("does not restore a subject that is erased during a rotation", async () => {
  const space = await makeWorkspace();
  const ciphertexts = await createSubjects(space, 0, 600);
  await rotateKeys(space.ctx());
  await activateNewestKey(space.workspaceId);
  const erasedIds = [...ciphertexts.keys()].filter((_, n) => n % 20 === 0);
  const erase = async () => {
    for (const id of erasedIds)
      await writeUnaudited(space.ctx(), { run: [destroySubjectKey(space.workspaceId, id)] });
  };
  await Promise.all([finishRotation(space), erase()]);
  for (const id of erasedIds)
    await expect(subjectSealer(space.workspaceId, id)).rejects.toMatchObject({ code: "not_found" });
  for (const id of erasedIds) ciphertexts.delete(id);
  await expectReadable(space, ciphertexts);
  expect(await readVersions(space)).toEqual([2]);
});

test("prevents deleting a key in use and sealing with a missing key, in the database", async () => {
  const space = await makeWorkspace();
  await createSubjects(space, 0, 1);
  const remove = (purpose: string) =>
    writeUnaudited(space.ctx(), {
      run: [
        db
          .deleteFrom("workspace_keys")
          .where("workspace_id", "=", space.workspaceId)
          .where("purpose", "=", purpose),
      ],
    });
  await expect(remove("data")).rejects.toMatchObject({ code: "23001" });
  await expect(remove("index")).rejects.toMatchObject({ code: "23001" });
  const row = { workspace_id: space.workspaceId, subject_id: "ctc_9", wrapped: Buffer.alloc(63) };
  await expect(
    writeUnaudited(space.ctx(), {
      run: [db.insertInto("subject_keys").values({ ...row, key_version: 7, created_at: space.ctx().now() })],
    }),
  ).rejects.toMatchObject({ code: "23503" });
});

test("rotates a key that is 90 days old and no younger one", async () => {
  const space = await makeWorkspace();
  await rotateIfDue(space.ctx());
  expect((await readEncryption(space.ctx())).rotation).toBeNull();
  await writeUnaudited(space.ctx(), {
    run: [
      db
        .updateTable("workspace_keys")
        .set({ created_at: new Date(Date.now() - 91 * 86_400_000).toISOString() })
        .where("workspace_id", "=", space.workspaceId),
    ],
  });
  await rotateIfDue(space.ctx());
  expect((await readEncryption(space.ctx())).rotation).toMatchObject({ version: 2, reason: "schedule" });
  await workspaceKeys(space.workspaceId);
});

test("lists every column of bytes, and reseals exactly the columns under the data key", async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(BYTE_COLUMNS).sort());
  const changed = [
    "subject_keys.wrapped",
    ...RESEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`),
  ];
  expect(changed.sort()).toEqual(
    Object.keys(BYTE_COLUMNS)
      .filter((name) => BYTE_COLUMNS[name] === "workspace")
      .sort(),
  );
  const { rows: triggers } = await admin.query<{ name: string }>(
    "select tgrelid::regclass || '.' || replace(tgname, 'sealed_', '') as name from pg_trigger where tgname like 'sealed\\_%' order by 1",
  );
  expect(triggers.map(({ name }) => name)).toEqual(changed);
});
