import { beforeAll, describe, expect, test } from "vitest";
import { INITIAL_DEFAULTS } from "@/lib/identity/workspaces/schema";
import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  archiveAgent,
  createAgent,
  deployAgent,
  duplicateAgent,
  listAgents,
  listVersions,
  readAgent,
  readAgentForCall,
  readMarks,
  readVersion,
  updateAgent,
} from "./index";
import { Agent, CreateAgent, ListAgents, UpdateAgent } from "./schema";

let workspace: TestWorkspace;
let owner: Ctx;
let builder: Ctx;
beforeAll(async () => {
  workspace = await makeWorkspace();
  owner = workspace.ctx();
  builder = workspace.ctx("builder");
});

const minimalAgent = {
  name: "Front desk",
  type: "voice",
  voice_id: "builtin:slt",
  prompt: "Be kind to 4155550123.",
};
const make = (overrides: object = {}, ctx: Ctx = owner) =>
  createAgent(ctx, CreateAgent.parse({ ...minimalAgent, ...overrides }));
const change = (ctx: Ctx, id: string, changes: object) => updateAgent(ctx, id, UpdateAgent.parse(changes));
const page = (query: object = {}) => ListAgents.parse(query);

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const caught = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(caught).toBeInstanceOf(AppError);
  return caught as AppError;
}
const refuses = async (code: ErrorCode, work: Promise<unknown>) =>
  expect((await refusal(work)).code).toBe(code);
const pointers = async (work: Promise<unknown>) =>
  (await refusal(work)).details?.map((d) => [d.pointer, d.code]);

const audit = (target: string) =>
  owner.db.all(
    db
      .selectFrom("audit_events")
      .select(["action", "before", "after"])
      .where("workspace_id", "=", workspace.workspaceId)
      .where("target", "=", target)
      .orderBy("seq"),
  );
const actions = async (target: string) => (await audit(target)).map(({ action }) => action);

describe("the draft", () => {
  test("is returned as it was created, in every field of the API", async () => {
    const agent = await make({ name: "مكتب 🙂", variables: [{ name: "day", type: "date" }] });
    expect(Agent.parse(agent)).toEqual(agent);
    expect(agent).toMatchObject({
      name: "مكتب 🙂",
      status: "draft",
      live_version: null,
      has_unpublished_changes: true,
    });
    expect(await readAgent(owner, agent.id)).toEqual(agent);
  });

  test("keeps fields that a PATCH does not name: settings merge, lists are replaced", async () => {
    const { id } = await make({ tools: ["opt_out"], variables: [{ name: "a" }, { name: "b" }] });
    const changed = await change(builder, id, {
      recording: { retention_days: 3 },
      disclosure: { text: "A machine speaks." },
      variables: [{ name: "c" }],
    });
    expect(changed.recording).toMatchObject({ retention_days: 3, enabled: true, announce: true });
    expect(changed.disclosure).toEqual({ enabled: true, text: "A machine speaks." });
    expect(changed.variables.map(({ name }) => name)).toEqual(["c"]);
    expect(changed).toMatchObject({
      name: minimalAgent.name,
      prompt: minimalAgent.prompt,
      tools: ["opt_out"],
    });
    expect(await readAgent(owner, id)).toEqual(changed);
  });

  test("that is inconsistent is rejected and the stored one is unchanged", async () => {
    const agent = await make();
    expect(await pointers(change(owner, agent.id, { type: "messaging" }))).toEqual([
      ["/voice_id", "not_allowed"],
    ]);
    expect(await readAgent(owner, agent.id)).toEqual(agent);
  });

  test("is written together with its audit event", async () => {
    const { id } = await make();
    await change(owner, id, { name: minimalAgent.name, recording: { enabled: true } });
    expect(await actions(id)).toEqual(["agent.created"]);
    await change(owner, id, { greeting: "Good day." });
    expect(await actions(id)).toEqual(["agent.created", "agent.updated"]);
    const [, updated] = await audit(id);
    expect(updated?.after).toMatchObject({ changed: ["greeting"] });
  });

  test("does not store its texts in the audit log", async () => {
    const { id } = await make({
      greeting: "Say 5550199.",
      recording: { announcement: "Recorded for 5550177." },
    });
    await change(owner, id, { prompt: "Now say 5550188." });
    expect(JSON.stringify(await audit(id))).not.toMatch(/4155550123|55501\d\d/);
  });

  test("starts from the workspace's current defaults, even if a process has cached older ones", async () => {
    const otherWorkspace = await makeWorkspace();
    const ctx = otherWorkspace.ctx();
    expect((await make({}, ctx)).recording.enabled).toBe(true);
    const defaults = {
      recording: { ...INITIAL_DEFAULTS.recording, enabled: false },
      transcript: { enabled: true, retention_days: 5 },
    };
    await writeUnaudited(ctx, {
      run: [
        db
          .updateTable("workspaces")
          .set({ defaults: json(defaults) })
          .where("id", "=", otherWorkspace.workspaceId),
      ],
    });
    const agent = await make({}, ctx);
    expect(agent.recording.enabled).toBe(false);
    expect(agent.transcript).toEqual({ enabled: true, retention_days: 5 });
    const auditEvents = await ctx.db.all(
      db.selectFrom("audit_events").select("target").where("action", "=", "agent.created"),
    );
    expect(auditEvents.filter(({ target }) => target === agent.id)).toHaveLength(1);
    expect(auditEvents).toHaveLength(2);
  });
});

describe("lists", () => {
  test("are newest first, paged without repeats or gaps, and omit archived agents", async () => {
    const otherWorkspace = await makeWorkspace();
    const ctx = otherWorkspace.ctx();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await make({ name: `Agent ${i}` }, ctx)).id);
    const archived = await make({}, ctx);
    await archiveAgent(ctx, archived.id);

    const listedIds: string[] = [];
    let cursor: string | null = null;
    do {
      const listed = await listAgents(
        ctx,
        page({ limit: 2, ...(cursor !== null && { cursor }), include_total: "true" }),
      );
      expect(listed.total).toBe(5);
      listedIds.push(...listed.data.map(({ id }) => id));
      cursor = listed.next_cursor;
    } while (cursor !== null);
    expect(listedIds).toHaveLength(5);
    expect(new Set(listedIds)).toEqual(new Set(ids));
    const times = (await listAgents(ctx, page())).data.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    const archivedPage = await listAgents(ctx, page({ status: "archived" }));
    expect(archivedPage.data.map(({ id }) => id)).toEqual([archived.id]);
    expect(archivedPage.total).toBeUndefined();
  });
});

describe("deploy", () => {
  test("freezes the draft as a version, makes it live, and reports unpublished changes", async () => {
    const { id } = await make();
    const live = await deployAgent(owner, id);
    expect(live).toMatchObject({ status: "live", live_version: 1, has_unpublished_changes: false });
    const changed = await change(builder, id, { prompt: "Be brief." });
    expect(changed).toMatchObject({ prompt: "Be brief.", live_version: 1, has_unpublished_changes: true });
    expect((await readAgentForCall(owner, id, { draft: false, caller: null })).config.prompt).toBe(
      minimalAgent.prompt,
    );
    expect((await readAgentForCall(owner, id, { draft: true, caller: null })).config.prompt).toBe(
      "Be brief.",
    );
    expect(await deployAgent(owner, id)).toMatchObject({ live_version: 2, has_unpublished_changes: false });
    expect(await actions(id)).toEqual(["agent.created", "agent.deployed", "agent.updated", "agent.deployed"]);
  });

  test("of the live configuration returns the same agent and creates no version", async () => {
    const { id } = await make();
    const first = await deployAgent(owner, id);
    expect(await deployAgent(owner, id)).toEqual(first);
    expect(await deployAgent(owner, id, { version: 1 })).toEqual(first);
    expect((await listVersions(owner, id, page())).data).toHaveLength(1);
  });

  test("of an older number rolls back, keeps the draft, and can roll forward again", async () => {
    const { id } = await make();
    await deployAgent(owner, id);
    await change(owner, id, { prompt: "Second." });
    await deployAgent(owner, id);
    const back = await deployAgent(owner, id, { version: 1 });
    expect(back).toMatchObject({ live_version: 1, prompt: "Second.", has_unpublished_changes: true });
    expect((await readAgentForCall(owner, id, { draft: false, caller: null })).config.prompt).toBe(
      minimalAgent.prompt,
    );
    const { data } = await listVersions(owner, id, page());
    expect(data.map(({ version, live }) => [version, live])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(await deployAgent(owner, id, { version: 2 })).toMatchObject({
      live_version: 2,
      has_unpublished_changes: false,
    });
    expect(await pointers(deployAgent(owner, id, { version: 3 }))).toEqual([["/version", "unknown_version"]]);
  });

  test("requested twice concurrently creates one version of one draft, and two versions of two", async () => {
    const { id } = await make();
    const results = await Promise.all([deployAgent(owner, id), deployAgent(owner, id)]);
    expect(results.map(({ live_version }) => live_version)).toEqual([1, 1]);

    await change(owner, id, { prompt: "Second." });
    await Promise.all([
      deployAgent(owner, id),
      change(owner, id, { prompt: "Third." }).then(() => deployAgent(owner, id)),
      deployAgent(owner, id),
    ]);
    const { data } = await listVersions(owner, id, page());
    const numbers = data.map(({ version }) => version);
    expect(new Set(numbers).size).toBe(numbers.length);
    const live = data.find((version) => version.live);
    expect(live?.version).toBe(Math.max(...numbers));
    expect((await readAgent(owner, id)).has_unpublished_changes).toBe(false);
    expect((await readVersion(owner, id, Math.max(...numbers))).config.prompt).toBe("Third.");
  });

  test("lists every problem with its pointer, and changes nothing", async () => {
    const agent = await make({
      prompt: "",
      voice_id: "builtin:nobody",
      model: "acme:large",
      tools: ["end_call", "nothing_of_that_name", "transfer_to_human"],
      variables: [{ name: "diagnosis", category: "health" }],
    });
    expect(await pointers(deployAgent(owner, agent.id))).toEqual([
      ["/prompt", "required"],
      ["/voice_id", "unknown_voice"],
      ["/model", "unknown_model"],
      ["/variables/0/category", "baa_required"],
      ["/tools/1", "unknown_tool"],
      ["/tools/2", "missing_means"],
    ]);
    expect(await readAgent(owner, agent.id)).toEqual(agent);
    await refuses("invalid_state", readAgentForCall(owner, agent.id, { draft: false, caller: null }));
  });

  test("creates versions that cannot be changed", async () => {
    const { id } = await make();
    await deployAgent(owner, id);
    await expect(
      writeUnaudited(owner, {
        run: [db.updateTable("agent_versions").set({ digest: "0" }).where("agent_id", "=", id)],
      }),
    ).rejects.toThrow();
  });
});

describe("changes that take effect immediately", () => {
  const policy = { recording: { enabled: false } };
  const testKey = () => workspace.ctxAs({ type: "key", id: newId("key"), role: "owner" }, "test");
  const live = async () => {
    const { id } = await make({ variables: [{ name: "account" }] });
    await deployAgent(owner, id);
    return id;
  };

  test("a builder sets the recording of a draft, an admin that of a live agent", async () => {
    const draft = await make();
    expect((await change(builder, draft.id, policy)).recording.enabled).toBe(false);
    const id = await live();
    await refuses("forbidden", change(builder, id, policy));
    await refuses("forbidden", change(builder, id, { transcript: { retention_days: 1 } }));
    const changed = await change(workspace.ctx("admin"), id, policy);
    expect(changed).toMatchObject({
      recording: { enabled: false },
      live_version: 1,
      has_unpublished_changes: false,
    });
    expect((await readAgentForCall(owner, id, { draft: false, caller: null })).policy.recording.enabled).toBe(
      false,
    );
  });

  test("a field sent with its current value changes nothing", async () => {
    const id = await live();
    const { recording, transcript, disclosure, variables } = await readAgent(owner, id);
    const sent = { recording, transcript, disclosure, variables, name: "Renamed" };
    expect((await change(builder, id, sent)).name).toBe("Renamed");
  });

  test("a test key edits drafts and cannot change a live agent's policy", async () => {
    const id = await live();
    await refuses("forbidden", change(testKey(), id, policy));
    await refuses("forbidden", change(testKey(), id, { variables: [{ name: "account", sensitive: true }] }));
    expect((await change(testKey(), id, { prompt: "Tried." })).prompt).toBe("Tried.");
  });

  test("marking a live agent's variable sensitive needs an admin and applies to the next call", async () => {
    const id = await live();
    const marked = { variables: [{ name: "account", sensitive: true }, { name: "more" }] };
    await refuses("forbidden", change(builder, id, marked));
    const before = owner.now();
    await change(owner, id, marked);
    expect((await readAgentForCall(owner, id, { draft: false, caller: null })).sensitive).toEqual([
      "account",
    ]);
    expect((await readMarks(owner, id)).account?.localeCompare(before)).toBeGreaterThanOrEqual(0);
    await change(builder, id, { variables: [{ name: "account" }] });
    expect(Object.keys(await readMarks(owner, id))).toEqual(["account"]);
  });

  test("a builder adds a sensitive variable to the draft of a live agent, which no active call has", async () => {
    const id = await live();
    const added = [{ name: "account" }, { name: "iban", sensitive: true }];
    expect((await change(builder, id, { variables: added })).variables).toHaveLength(2);
  });

  test("rolling back to a version that marks a variable marks it again", async () => {
    const { id } = await make({ variables: [{ name: "account", sensitive: true }] });
    await deployAgent(owner, id);
    await change(owner, id, { variables: [{ name: "account" }] });
    await deployAgent(owner, id);
    expect(await readMarks(owner, id)).toEqual({});
    await deployAgent(owner, id, { version: 1 });
    expect(Object.keys(await readMarks(owner, id))).toEqual(["account"]);
  });

  test("switching off the disclosure always needs an admin and has its own audit action", async () => {
    const off = { disclosure: { enabled: false } };
    await refuses("forbidden", make(off, builder));
    const { id } = await make();
    await refuses("forbidden", change(builder, id, off));
    await change(owner, id, off);
    expect(await actions(id)).toContain("agent.disclosure_disabled");
    expect((await change(builder, id, { ...off, name: "Renamed" })).disclosure.enabled).toBe(false);
    await refuses("forbidden", duplicateAgent(builder, id));
    expect((await change(builder, id, { disclosure: { enabled: true } })).disclosure.enabled).toBe(true);
  });
});

describe("archive and duplicate", () => {
  test("an archived agent rejects calls and changes, and can be read and duplicated", async () => {
    const { id } = await make();
    await deployAgent(owner, id);
    await archiveAgent(owner, id);
    await archiveAgent(owner, id);
    expect((await actions(id)).filter((action) => action === "agent.archived")).toHaveLength(1);
    expect((await readAgent(owner, id)).status).toBe("archived");
    for (const draft of [true, false])
      await refuses("invalid_state", readAgentForCall(owner, id, { draft, caller: null }));
    await refuses("invalid_state", change(owner, id, { name: "Other" }));
    await refuses("invalid_state", deployAgent(owner, id));
    const copy = await duplicateAgent(builder, id);
    expect(copy).toMatchObject({
      name: "Front desk (copy)",
      status: "draft",
      live_version: null,
      prompt: minimalAgent.prompt,
    });
    expect(copy.id).not.toBe(id);
  });
});

test("another workspace's agent and a missing one return the same 404 for every operation", async () => {
  const { id } = await make();
  await deployAgent(owner, id);
  const stranger = (await makeWorkspace()).ctx();
  const verbs: ((agent: string) => Promise<unknown>)[] = [
    (agent) => readAgent(stranger, agent),
    (agent) => change(stranger, agent, { name: "Mine" }),
    (agent) => archiveAgent(stranger, agent),
    (agent) => deployAgent(stranger, agent),
    (agent) => duplicateAgent(stranger, agent),
    (agent) => listVersions(stranger, agent, page()),
    (agent) => readVersion(stranger, agent, 1),
    (agent) => readAgentForCall(stranger, agent, { draft: true, caller: null }),
  ];
  for (const verb of verbs) {
    const [others, missing] = [await refusal(verb(id)), await refusal(verb(newId("agt")))];
    expect([others.code, others.message, others.details]).toEqual([
      "not_found",
      missing.message,
      missing.details,
    ]);
  }
  expect((await readAgent(owner, id)).name).toBe(minimalAgent.name);
});
