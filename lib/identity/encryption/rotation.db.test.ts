import { afterAll, beforeAll, expect, test } from "vitest";
import { createIntegration, openCredential } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import {
  destroySubject,
  forgetWorkspaceKeys,
  newSubject,
  subjectSealer,
  workspaceKeys,
} from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { continueRotation, readEncryption, rotateIfDue, rotateKeys } from ".";
import { BYTE_COLUMNS, RESEALED } from "./sealed";
import { known } from "./testing/known";
import { subjects, unreadable } from "./testing/subjects";

const PLACE = { table: "calls", row: "call_1", field: "notes" };
let admin: Awaited<ReturnType<typeof adminOfThisDatabase>>;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
});
afterAll(() => admin.end());

const expectReadable = async (space: TestWorkspace, boxes: Map<string, Buffer>) =>
  expect(await unreadable(space, boxes)).toBeNull();

const versions = async ({ workspaceId }: TestWorkspace): Promise<number[]> => {
  const found = [
    "select key_version as v from subject_keys where workspace_id = $1",
    ...RESEALED.map(
      ({ table, column }) =>
        `select box_version(${column}) from ${table} where workspace_id = $1 and box_version(${column}) > 0`,
    ),
  ];
  const { rows } = await admin.query<{ v: number }>(found.join(" union "), [workspaceId]);
  return rows.map(({ v }) => v).sort();
};
const dataKeys = async (space: TestWorkspace) =>
  (await readEncryption(space.ctx())).data_keys.map(({ version, state }) => `${version} ${state}`);

/** A connection that was cut as its statement ended is found dead by whoever uses it next. */
function unlessAway(error: unknown): false {
  if (error instanceof AppError && error.code === "unavailable") return false;
  throw error;
}

/** Goes on until the rotation is done, as the queue does: where the database was away it tries again. */
async function toTheEnd(space: TestWorkspace): Promise<void> {
  const goOn = async () => {
    await continueRotation(space.ctx());
    return (await readEncryption(space.ctx())).rotation?.state === "completed";
  };
  for (let run = 0; run < 50; run++) if (await goOn().catch(unlessAway)) return;
  throw new Error("The rotation does not end.");
}

test("a rotation changes all to one new key while reads and writes go on, and destroys the former", async () => {
  const space = await makeWorkspace();
  const key = await space.key();
  const credential = { kind: "bearer", token: "secret-token" };
  const input = { name: "Orders", hosts: ["93.184.216.34"], credential };
  const { id } = await createIntegration(space.ctx(), CreateIntegration.parse(input));
  const before = await subjects(space, 0, 1_200);
  const begun = await rotateKeys(space.ctx());
  expect(begun.rotation).toMatchObject({
    version: 2,
    state: "waiting",
    reason: "asked",
    total: 1_202,
    done: 0,
  });
  expect(await dataKeys(space)).toEqual(["2 next", "1 current"]);
  // Nothing is sealed with a key that some process does not know yet.
  await continueRotation(space.ctx());
  expect(await versions(space)).toEqual([1]);
  expect((await rotateKeys(space.ctx())).rotation?.version).toBe(2);

  await known(space.workspaceId);
  expect(await dataKeys(space)).toEqual(["2 current", "1 former"]);
  const [, during] = await Promise.all([
    toTheEnd(space),
    subjects(space, 2_000, 2_040, 2),
    expectReadable(space, before),
  ]);
  expect(await versions(space)).toEqual([2]);
  expect(await dataKeys(space)).toEqual(["2 current"]);
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

test("one whose connections are cut at every turn ends all the same, and loses nothing", async () => {
  const space = await makeWorkspace();
  const boxes = await subjects(space, 0, 1_600);
  await rotateKeys(space.ctx());
  await known(space.workspaceId);
  let over = false;
  const cutting = (async () => {
    for (let cut = 0; cut < 5 && !over; cut++)
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name = 'parley' and state <> 'idle'`,
      );
  })();
  await continueRotation(space.ctx()).catch(() => undefined);
  over = true;
  await cutting;
  await Promise.all([toTheEnd(space), continueRotation(space.ctx()).catch(() => undefined)]);
  expect(await versions(space)).toEqual([2]);
  await expectReadable(space, boxes);
});

test("what was sealed with the former key and commits late is waited for, and changed too", async () => {
  const space = await makeWorkspace();
  const { sealer, insert } = await newSubject(space.workspaceId, "ctc_late", space.ctx().now());
  const box = sealer.seal(PLACE, "ctc_late");
  await rotateKeys(space.ctx());
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const late = record(space.ctx(), async (tx) => {
    await tx.all(insert);
    written();
    await held;
  });
  await isWritten;
  await known(space.workspaceId);
  const rotating = continueRotation(space.ctx());
  commit();
  await Promise.all([late, rotating]);
  await toTheEnd(space);
  expect(await versions(space)).toEqual([2]);
  await expectReadable(space, new Map([["ctc_late", box]]));
});

test("a subject that is erased beside it stays erased", async () => {
  const space = await makeWorkspace();
  const boxes = await subjects(space, 0, 600);
  await rotateKeys(space.ctx());
  await known(space.workspaceId);
  const gone = [...boxes.keys()].filter((_, n) => n % 20 === 0);
  const erase = async () => {
    for (const id of gone) await record(space.ctx(), { run: [destroySubject(space.workspaceId, id)] });
  };
  await Promise.all([toTheEnd(space), erase()]);
  for (const id of gone)
    await expect(subjectSealer(space.workspaceId, id)).rejects.toMatchObject({ code: "not_found" });
  for (const id of gone) boxes.delete(id);
  await expectReadable(space, boxes);
  expect(await versions(space)).toEqual([2]);
});

test("the database lets no key go that something is under, and no value come under one that is not there", async () => {
  const space = await makeWorkspace();
  await subjects(space, 0, 1);
  const remove = (purpose: string) =>
    record(space.ctx(), {
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
    record(space.ctx(), {
      run: [db.insertInto("subject_keys").values({ ...row, key_version: 7, created_at: space.ctx().now() })],
    }),
  ).rejects.toMatchObject({ code: "23503" });
});

test("a key of 90 days is replaced by itself, a younger one is not", async () => {
  const space = await makeWorkspace();
  await rotateIfDue(space.ctx());
  expect((await readEncryption(space.ctx())).rotation).toBeNull();
  await record(space.ctx(), {
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

test("every column of bytes is in the list, and what a rotation changes is what lies under the data key", async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(BYTE_COLUMNS).sort());
  const changed = ["subject_keys.wrapped", ...RESEALED.map(({ table, column }) => `${table}.${column}`)];
  expect(changed.sort()).toEqual(
    Object.keys(BYTE_COLUMNS)
      .filter((name) => BYTE_COLUMNS[name] === "workspace")
      .sort(),
  );
  const { rows: held } = await admin.query<{ name: string }>(
    "select tgrelid::regclass || '.' || replace(tgname, 'sealed_', '') as name from pg_trigger where tgname like 'sealed\\_%' order by 1",
  );
  expect(held.map(({ name }) => name)).toEqual(changed);
});
