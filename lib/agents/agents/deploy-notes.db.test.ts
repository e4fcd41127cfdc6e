import { beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  archiveAgent,
  createAgent,
  deployAgent,
  listVersions,
  previewDeploy,
  readVersion,
  updateAgent,
} from "./index";
import {
  AgentVersion,
  AgentVersionItem,
  CreateAgent,
  DeployAgent,
  DeployPreview,
  ListVersions,
} from "./schema";
import { MAX_DEPLOY_NOTE } from "./values";

let workspace: TestWorkspace;
let owner: Ctx;
let admin: Ctx;
beforeAll(async () => {
  workspace = await makeWorkspace();
  owner = workspace.ctx();
  admin = workspace.ctx("admin");
});

const make = async (overrides: object = {}): Promise<string> => {
  const body = {
    name: "Front desk",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "Be kind.",
    ...overrides,
  };
  return (await createAgent(owner, CreateAgent.parse(body))).id;
};
const versions = async (id: string) => (await listVersions(owner, id, ListVersions.parse({}))).data;
const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error("The request was accepted.");
  return error;
};

describe("the note of a deploy", () => {
  test("is stored with its version, and shown in the list and with the version", async () => {
    const id = await make();
    await deployAgent(admin, id, { note: "Greets by name." });
    await updateAgent(owner, id, { prompt: "Be brief." });
    await deployAgent(owner, id);
    const list = await versions(id);
    expect(list.map(({ version, note, created_by }) => [version, note, created_by])).toEqual([
      [2, null, owner.actor.id],
      [1, "Greets by name.", admin.actor.id],
    ]);
    expect(list.map((item) => AgentVersionItem.parse(item).last_rollback)).toEqual([null, null]);
    expect(AgentVersion.parse(await readVersion(owner, id, 1)).note).toBe("Greets by name.");
  });

  test("is one line of limited length", () => {
    const accepts = (note: string) => DeployAgent.safeParse({ note }).success;
    expect(accepts("é".repeat(MAX_DEPLOY_NOTE))).toBe(true);
    expect(["a".repeat(MAX_DEPLOY_NOTE + 1), "two\nlines", "a\u0007bell", " ", ""].map(accepts)).toEqual(
      Array(5).fill(false),
    );
  });

  test("of a rollback is kept beside that of the version, with who rolled back and when", async () => {
    const id = await make();
    await deployAgent(owner, id, { note: "First." });
    await updateAgent(owner, id, { prompt: "Be brief." });
    await deployAgent(owner, id, { note: "Shorter." });
    const before = owner.now();
    await deployAgent(admin, id, { version: 1, note: "Version 2 interrupts callers." });
    const [second, first] = await versions(id);
    expect(second).toMatchObject({ live: false, note: "Shorter.", last_rollback: null });
    expect(first).toMatchObject({
      live: true,
      note: "First.",
      created_by: owner.actor.id,
      last_rollback: { note: "Version 2 interrupts callers.", created_by: admin.actor.id },
    });
    expect(first?.last_rollback?.created_at.localeCompare(before)).toBeGreaterThanOrEqual(0);

    await deployAgent(owner, id, { version: 2 });
    await deployAgent(owner, id, { version: 1, note: "Again." });
    expect((await readVersion(owner, id, 1)).last_rollback?.note).toBe("Again.");
    expect((await readVersion(owner, id, 2)).last_rollback).toMatchObject({ note: null });
  });

  test("is dropped if the version is live already", async () => {
    const id = await make();
    await deployAgent(owner, id);
    await deployAgent(owner, id, { version: 1, note: "Too late." });
    await deployAgent(owner, id, { note: "Too late." });
    expect(await versions(id)).toMatchObject([{ version: 1, note: null, last_rollback: null }]);
  });

  test("cannot be changed, and is not in the audit log", async () => {
    const id = await make();
    await deployAgent(owner, id, { note: "Call Ada at 5550199." });
    await updateAgent(owner, id, { prompt: "Be brief." });
    await deployAgent(owner, id);
    await deployAgent(owner, id, { version: 1, note: "Ada at 5550198 complained." });
    for (const table of ["agent_versions", "agent_rollbacks"] as const)
      await expect(
        writeUnaudited(owner, {
          run: [db.updateTable(table).set({ note: "Other." }).where("agent_id", "=", id)],
        }),
      ).rejects.toThrow();
    const events = await owner.db.all(
      db
        .selectFrom("audit_events")
        .selectAll()
        .where("target", "=", id)
        .where("action", "=", "agent.deployed"),
    );
    expect(events).toHaveLength(3);
    expect(JSON.stringify(events)).not.toMatch(/555019/);
  });
});

describe("the preview of a deploy", () => {
  test("has the next version, the live one, and the problems that the deploy reports", async () => {
    const id = await make();
    const first = DeployPreview.parse(await previewDeploy(owner, id, {}));
    expect(first).toMatchObject({ version: 1, live: null, problems: [], config: { prompt: "Be kind." } });
    expect(await versions(id)).toEqual([]);
    await deployAgent(owner, id);

    await updateAgent(owner, id, {
      prompt: "",
      model: "acme:large",
      tools: ["nothing_of_that_name", "transfer_to_human"],
    });
    const second = DeployPreview.parse(await previewDeploy(owner, id, {}));
    expect(second).toMatchObject({
      version: 2,
      config: { prompt: "" },
      live: { version: 1, config: { prompt: "Be kind." } },
    });
    const { details } = await refusal(deployAgent(owner, id));
    expect(second.problems).toHaveLength(4);
    expect(second.problems.map((problem) => ({ in: "body", ...problem }))).toEqual(details);
    expect(await versions(id)).toHaveLength(1);
  });

  test("of an existing version has its configuration and number", async () => {
    const id = await make();
    await deployAgent(owner, id);
    await updateAgent(owner, id, { prompt: "Be brief." });
    await deployAgent(owner, id);
    expect(await previewDeploy(owner, id, { version: 1 })).toMatchObject({
      version: 1,
      config: { prompt: "Be kind." },
      live: { version: 2, config: { prompt: "Be brief." } },
    });
    expect((await refusal(previewDeploy(owner, id, { version: 9 }))).details).toMatchObject([
      { pointer: "/version", code: "unknown_version" },
    ]);
  });

  test("warns of the scripted model, of a missing number and of a campaign", async () => {
    const id = await make();
    expect(await previewDeploy(owner, id, {})).toMatchObject({
      warnings: ["test_model", "no_phone_number"],
      phone_numbers: [],
    });
    const now = owner.now();
    await writeUnaudited(owner, {
      run: [
        db.insertInto("phone_numbers").values({
          workspace_id: workspace.workspaceId,
          environment: "live",
          id: newId("num"),
          number: "+12125550142",
          agent_id: id,
          integration_id: newId("int"),
          created_at: now,
        }),
        db.insertInto("campaigns").values({
          workspace_id: workspace.workspaceId,
          environment: "live",
          id: newId("cmp"),
          name: "Reminders",
          agent_id: id,
          channel: "phone",
          purpose: "informational",
          status: "running",
          window: json({ days: ["mon"], start: "09:00", end: "18:00", timezone: "callee" }),
          max_concurrent_calls: 1,
          calls_per_second: 1,
          attempts: json({ max: 1, retry_after_minutes: 1, on: [] }),
          created_by: "a test",
          created_at: now,
          updated_at: now,
        }),
      ],
    });
    await updateAgent(owner, id, { model: "openai-compatible:gpt" });
    expect(await previewDeploy(owner, id, {})).toMatchObject({
      warnings: ["active_campaign"],
      phone_numbers: ["+12125550142"],
    });
  });

  test("of an archived or foreign agent is refused as its deploy is", async () => {
    const id = await make();
    const stranger = (await makeWorkspace()).ctx();
    expect((await refusal(previewDeploy(stranger, id, {}))).code).toBe("not_found");
    await archiveAgent(owner, id);
    expect((await refusal(previewDeploy(owner, id, {}))).code).toBe("invalid_state");
  });
});
