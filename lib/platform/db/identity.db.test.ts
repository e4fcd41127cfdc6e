import { expect, test } from "vitest";
import { db, reader, writeUnaudited } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { connectAsApplication } from "@/test/fixtures/application-client";
import { makeWorkspace } from "@/test/fixtures/workspace";

const DENIED = "42501"; // insufficient_privilege

test("a query sees only its workspace's rows, and none without a workspace", async () => {
  const [mine, theirs] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  await Promise.all([mine.key(), theirs.key()]);
  const client = await connectAsApplication();
  const { rows: tables } = await client.query<{ name: string; forced: boolean }>(
    "select relname as name, relforcerowsecurity as forced from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace",
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name, forced } of tables) {
    expect(forced, name).toBe(true);
    const { rows } = await client.query(`select * from ${name}`);
    expect(rows, name).toEqual([]);
  }
  await client.end();
  const keys = await reader(mine.workspaceId).all(db.selectFrom("api_keys").select("workspace_id"));
  expect(keys.map((row) => row.workspace_id)).toEqual([mine.workspaceId]);
  const workspaces = await reader(mine.workspaceId).all(db.selectFrom("workspaces").select("id"));
  expect(workspaces.map((row) => row.id)).toEqual([mine.workspaceId]);
});

test("a row cannot be written into another workspace", async () => {
  const [mine, theirs] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  const foreignMember = db.insertInto("members").values({
    id: "mem_00000000000000000000000000",
    workspace_id: theirs.workspaceId,
    user_id: mine.ownerUserId,
    role: "owner",
    created_at: mine.ctx().now(),
  });
  await expect(writeUnaudited(mine.ctx(), { run: [foreignMember] })).rejects.toMatchObject({ code: DENIED });
});

test("the application cannot forge a key's workspace or change the audit log or a deployed version", async () => {
  const w = await makeWorkspace();
  const client = await connectAsApplication();
  try {
    await client.query("select set_config('app.workspace_id', $1, false)", [w.workspaceId]);
    for (const statement of [
      "insert into key_ids (token_id, workspace_id) values ('abcdefghijklmn', 'ws_other')",
      "update key_ids set workspace_id = 'ws_other'",
      "delete from key_ids",
      "insert into audit_events select * from audit_events",
      "update audit_events set actor_id = 'nobody'",
      "delete from audit_events",
      "truncate audit_events",
      "update audit_heads set seq = 0",
      "update agent_versions set version = 2",
      "delete from agent_versions",
      "alter table audit_events disable trigger all",
      "create table mine (id text)",
    ]) {
      await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
    }
  } finally {
    await client.end();
  }
});

test("a new key's public part resolves to its workspace", async () => {
  const w = await makeWorkspace();
  const [, , id = ""] = (await w.key()).split("_");
  const rows = await identityQuery(
    identityDb.selectFrom("key_ids").select("workspace_id").where("token_id", "=", id),
  );
  expect(rows).toEqual([{ workspace_id: w.workspaceId }]);
});

test("two accounts cannot have the same email address", async () => {
  const w = await makeWorkspace();
  const repeated = {
    id: "usr_00000000000000000000000000",
    email: w.ownerEmail,
    name: "x",
    created_at: w.ctx().now(),
  };
  await expect(identityQuery(identityDb.insertInto("users").values(repeated))).rejects.toMatchObject({
    code: "23505",
    constraint: "users_email_key",
  });
});
