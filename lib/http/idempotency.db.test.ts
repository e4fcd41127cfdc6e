import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { claimKey } from "./idempotency";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };
const BODY = Buffer.from("{}");
const OUTCOME = { status: 201, reference: "call_1" };

let admin: pg.Client;
let ctx: Ctx;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
  ctx = (await makeWorkspace()).ctx("owner");
});
afterAll(() => admin.end());

const claim = (key: string) => claimKey(ctx, "/v1/calls", key, BODY);
async function claimFirst(key: string) {
  const claimed = await claim(key);
  if (claimed.earlier !== null) throw new Error("The key was claimed before.");
  return claimed;
}
const storedRow = async () => {
  const { rows } = await admin.query<{ state: string; running_until: string | null }>(
    "select state, running_until::text from idempotency_keys where workspace_id = $1 order by created_at desc limit 1",
    [ctx.workspaceId],
  );
  return rows[0];
};
/** Makes running claims look like those of a process that died a while ago. */
const expire = () =>
  admin.query(
    "update idempotency_keys set running_until = now() - interval '1 ms' where workspace_id = $1 and state = 'running'",
    [ctx.workspaceId],
  );

test("while a request runs, its claim is renewed, and another one is told when to try again", async () => {
  const first = await claimFirst("renewed");
  const before = (await storedRow())?.running_until ?? "";
  await vi.waitFor(
    async () => expect(((await storedRow())?.running_until ?? "") > before).toBe(true),
    PATIENCE,
  );
  await expect(claim("renewed")).rejects.toMatchObject({ code: "in_progress", retryAfterS: 1 });
  await first.keep(OUTCOME);
  expect(await storedRow()).toEqual({ state: "done", running_until: null });
  expect(await claim("renewed")).toEqual({ earlier: OUTCOME });
}, 60_000);

test("the key of a request whose process died is free again, and what the dead one stores later does not count", async () => {
  const dead = await claimFirst("dead");
  await expire();
  const second = await claimFirst("dead");
  await dead.keep({ status: 201, reference: "call_of_the_dead" });
  await dead.release();
  await expect(claim("dead")).rejects.toMatchObject({ code: "in_progress" });
  await second.keep(OUTCOME);
  expect(await claim("dead")).toEqual({ earlier: OUTCOME });
});

test("of several requests with the key of a dead process, one runs", async () => {
  await claimFirst("contended");
  await expire();
  const claims = await Promise.allSettled(Array.from({ length: 5 }, () => claim("contended")));
  expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a finished request keeps its outcome when its time is over", async () => {
  const first = await claimFirst("finished");
  await first.keep(OUTCOME);
  await admin.query(
    "update idempotency_keys set running_until = now() - interval '1 ms' where workspace_id = $1",
    [ctx.workspaceId],
  );
  expect(await claim("finished")).toEqual({ earlier: OUTCOME });
});
