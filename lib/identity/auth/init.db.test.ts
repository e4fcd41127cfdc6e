import pg from "pg";
import { expect, test } from "vitest";
import { authenticate, checkPassword, initializeInstallation } from "@/lib/identity/auth";
import { listWorkspaceIds, readFirstOwnerId, readWorkspace } from "@/lib/identity/workspaces";
import { systemCtx } from "@/lib/platform/context/make";
import { db, directUrl } from "@/lib/platform/db";

const KEY = `prl_live_${"a1B2".repeat(4)}_${"Zz09".repeat(8)}`;

test("creates the first workspace with its owner and key in one of two concurrent starts, and returns no secret that was provided", async () => {
  const env = {
    PARLEY_DEMO: "0" as const,
    PARLEY_INIT_WORKSPACE: "Clinic",
    PARLEY_INIT_OWNER_EMAIL: "Ada@Example.test",
    PARLEY_INIT_OWNER_PASSWORD: "a password of some length",
    PARLEY_INIT_API_KEY: KEY,
  };
  const results = await Promise.all([initializeInstallation(env), initializeInstallation(env)]);
  expect(results.filter(({ created }) => created)).toEqual([{ created: true }]);
  expect(await initializeInstallation(env)).toEqual({ created: false });

  const [workspaceId = "", ...more] = await listWorkspaceIds();
  expect(more).toEqual([]);
  const ctx = systemCtx(workspaceId, "test");
  expect(await readWorkspace(ctx)).toMatchObject({
    name: "Clinic",
    plan: "standard",
    defaults: { recording: { retention_days: 30 } },
  });
  expect(await checkPassword("ada@example.TEST", "a password of some length")).toMatchObject({
    userId: expect.stringMatching(/^usr_/),
  });
  expect(await checkPassword("ada@example.test", "another password")).toBeNull();
  expect(await checkPassword("nobody@example.test", "a password of some length")).toBeNull();
  const request = new Request("http://localhost/v1/agents", { headers: { authorization: `Bearer ${KEY}` } });
  expect(await authenticate(request)).toMatchObject({
    workspaceId,
    environment: "live",
    actor: { type: "key", role: "owner" },
  });
  const events = await ctx.db.all(db.selectFrom("audit_events").select("action").orderBy("seq"));
  expect(events.map(({ action }) => action)).toEqual(["workspace.created", "member.added", "key.created"]);
  const owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
  const demo = "select from graphile_worker.jobs where task_identifier = 'demo.fill'";
  expect((await owner.query(demo)).rowCount).toBe(0);
  await owner.end();
  const key = await ctx.db.first(db.selectFrom("api_keys").select("created_by"));
  expect(key?.created_by).toBe(await readFirstOwnerId(ctx));
});
