import { beforeAll, expect, test } from "vitest";
import { UsageError } from "@/bin/operator/operate";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import { db } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { readPlan, requirePlan } from ".";

let space: TestWorkspace;
beforeAll(async () => {
  space = await makeWorkspace();
});

const run = (...args: string[]) => runWorkspaceCommand(args);

test("starts a workspace on the standard plan, which refuses Enterprise features and says how to change it", async () => {
  await expect(requirePlan(space.ctx(), "sso")).rejects.toMatchObject({
    code: "plan_required",
    message: expect.stringContaining(`npm run workspace -- plan ${space.workspaceId} enterprise`),
  });
  await expect(
    run("baa", space.workspaceId, "--signed-on", "2026-11-01", "--signer", "Ada Lovelace"),
  ).rejects.toMatchObject({ code: "plan_required" });
  expect(await readPlan(space.ctx())).toEqual({ plan: "standard", baa: null });
});

test("audits the operator's changes of plan and BAA without the signer's name", async () => {
  expect(await run("plan", space.workspaceId, "enterprise")).toContain("enterprise, no BAA");
  await run("plan", space.workspaceId, "enterprise");
  await requirePlan(space.ctx(), "baa");
  const output = await run("baa", space.workspaceId, "--signed-on", "2026-11-01", "--signer", "Ada Lovelace");
  expect(output).toContain("BAA of 2026-11-01, signed by Ada Lovelace");
  await expect(run("plan", space.workspaceId, "standard")).rejects.toMatchObject({ code: "invalid_state" });
  await run("baa", space.workspaceId, "--remove");
  await run("plan", space.workspaceId, "standard");
  const events = await space
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["actor_type", "action", "before", "after"])
        .where("workspace_id", "=", space.workspaceId)
        .where("actor_type", "=", "operator")
        .orderBy("seq"),
    );
  expect(events.map(({ action }) => action)).toEqual([
    "workspace.plan_changed",
    "workspace.baa_recorded",
    "workspace.baa_removed",
    "workspace.plan_changed",
  ]);
  expect(events[1]?.after).toEqual({ plan: "enterprise", baa_signed_on: "2026-11-01" });
  expect(JSON.stringify(events)).not.toContain("Ada");
});

test.each([
  [[]],
  [["plan"]],
  [["plan", "ws_of_nobody", "enterprise"]],
  [["toString", "SPACE"]],
  [["plan", "SPACE", "gold"]],
  [["baa", "SPACE"]],
  [["baa", "SPACE", "--signed-on", "yesterday", "--signer", "Ada"]],
  [["baa", "SPACE", "--signed-by", "Ada"]],
])("rejects %j as a usage error and changes nothing", async (args) => {
  const resolvedArgs = args.map((arg) => (arg === "SPACE" ? space.workspaceId : arg));
  await expect(runWorkspaceCommand(resolvedArgs)).rejects.toBeInstanceOf(UsageError);
  expect(await readPlan(space.ctx())).toEqual({ plan: "standard", baa: null });
});
