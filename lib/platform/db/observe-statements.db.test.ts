import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { db, slowStatements } from ".";

afterEach(() => vi.restoreAllMocks());

const total = () => slowStatements.counts().reduce((sum, { n }) => sum + n, 0);

test("a slow statement is logged with its text and request, without its values, and counted", async () => {
  const { ctx } = await makeWorkspace();
  const reader = ctx();
  const before = total();
  vi.spyOn(env, "DATABASE_SLOW_MS", "get").mockReturnValue(50);
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const secret = "Quirin Maverly";
  const query = db.selectNoFrom([
    sql`pg_sleep(${0.2})`.as("pause"),
    sql`(select count(*) from "agents" where name = ${secret} or name = 'a constant')`.as("agents"),
  ]);
  await reader.db.all(query);
  expect(warn).toHaveBeenCalledOnce();
  const [fields, message] = warn.mock.calls[0] ?? [];
  expect(message).toBe("a database statement was slow");
  expect(fields).toMatchObject({ requestId: reader.requestId, statements: 1, ms: expect.any(Number) });
  expect(JSON.stringify(fields)).toContain('from \\"agents\\"');
  expect(JSON.stringify(fields)).not.toMatch(/Maverly|a constant/);
  expect(total()).toBe(before + 1);
});

test("a statement below the limit is neither logged nor counted", async () => {
  const { ctx } = await makeWorkspace();
  const before = total();
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  vi.spyOn(env, "DATABASE_SLOW_MS", "get").mockReturnValue(30_000);
  await ctx().db.all(db.selectFrom("agents").select("id"));
  expect(warn).not.toHaveBeenCalled();
  expect(total()).toBe(before);
});
