import { beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { db, json, record } from "@/lib/platform/db";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  agentForCall,
  archiveAgent,
  createAgent,
  deployAgent,
  duplicateAgent,
  listAgents,
  listVersions,
  marksOf,
  readAgent,
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

const least = {
  name: "Front desk",
  type: "voice",
  voice_id: "builtin:slt",
  prompt: "Be kind to 4155550123.",
};
const make = (given: object = {}, ctx: Ctx = owner) =>
  createAgent(ctx, CreateAgent.parse({ ...least, ...given }));
const change = (ctx: Ctx, id: string, given: object) => updateAgent(ctx, id, UpdateAgent.parse(given));
const page = (given: object = {}) => ListAgents.parse(given);

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
  test("comes back as it was made, in every field of the contract", async () => {
    const made = await make({ name: "مكتب 🙂", variables: [{ name: "day", type: "date" }] });
    expect(Agent.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      name: "مكتب 🙂",
      status: "draft",
      live_version: null,
      has_unpublished_changes: true,
    });
    expect(await readAgent(owner, made.id)).toEqual(made);
  });

  test("keeps what a PATCH does not name: settings merge, lists replace", async () => {
    const { id } = await make({ tools: ["opt_out"], variables: [{ name: "a" }, { name: "b" }] });
    const changed = await change(builder, id, {
      recording: { retention_days: 3 },
      disclosure: { text: "A machine speaks." },
      variables: [{ name: "c" }],
    });
    expect(changed.recording).toMatchObject({ retention_days: 3, enabled: true, announce: true });
    expect(changed.disclosure).toEqual({ enabled: true, text: "A machine speaks." });
    expect(changed.variables.map(({ name }) => name)).toEqual(["c"]);
    expect(changed).toMatchObject({ name: least.name, prompt: least.prompt, tools: ["opt_out"] });
    expect(await readAgent(owner, id)).toEqual(changed);
  });

  test("that would not hold together is refused and stays as it was", async () => {
    const made = await make();
    expect(await pointers(change(owner, made.id, { type: "messaging" }))).toEqual([
      ["/voice_id", "not_allowed"],
    ]);
    expect(await readAgent(owner, made.id)).toEqual(made);
  });

  test("is written by a change and its audit event together, and by no other", async () => {
    const { id } = await make();
    await change(owner, id, { name: least.name, recording: { enabled: true } });
    expect(await actions(id)).toEqual(["agent.created"]);
    await change(owner, id, { greeting: "Good day." });
    expect(await actions(id)).toEqual(["agent.created", "agent.updated"]);
    const [, updated] = await audit(id);
    expect(updated?.after).toMatchObject({ changed: ["greeting"] });
  });

  test("leaves none of its texts in the audit log", async () => {
    const { id } = await make({
      greeting: "Say 5550199.",
      recording: { announcement: "Recorded for 5550177." },
    });
    await change(owner, id, { prompt: "Now say 5550188." });
    expect(JSON.stringify(await audit(id))).not.toMatch(/4155550123|55501\d\d/);
  });

  test("starts from the workspace's defaults as they are now, whatever a process remembers of them", async () => {
    const other = await makeWorkspace();
    const ctx = other.ctx();
    expect((await make({}, ctx)).recording.enabled).toBe(true);
    const defaults = { recording: { enabled: false }, transcript: { retention_days: 5 } };
    await record(ctx, {
      run: [
        db
          .updateTable("workspaces")
          .set({ defaults: json(defaults) })
          .where("id", "=", other.workspaceId),
      ],
    });
    const made = await make({}, ctx);
    expect(made.recording.enabled).toBe(false);
    expect(made.transcript).toEqual({ enabled: true, retention_days: 5 });
    const written = await ctx.db.all(
      db.selectFrom("audit_events").select("target").where("action", "=", "agent.created"),
    );
    expect(written.filter(({ target }) => target === made.id)).toHaveLength(1);
    expect(written).toHaveLength(2);
  });
});

describe("lists", () => {
  test("are newest first, in pages that neither repeat nor lose an agent, without the archived", async () => {
    const other = await makeWorkspace();
    const ctx = other.ctx();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await make({ name: `Agent ${i}` }, ctx)).id);
    const archived = await make({}, ctx);
    await archiveAgent(ctx, archived.id);

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const found = await listAgents(
        ctx,
        page({ limit: 2, ...(cursor !== null && { cursor }), include_total: "true" }),
      );
      expect(found.total).toBe(5);
      seen.push(...found.data.map(({ id }) => id));
      cursor = found.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(ids));
    const times = (await listAgents(ctx, page())).data.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    const gone = await listAgents(ctx, page({ status: "archived" }));
    expect(gone.data.map(({ id }) => id)).toEqual([archived.id]);
    expect(gone.total).toBeUndefined();
  });
});

describe("deploy", () => {
  test("freezes the draft as a version, makes it live, and tells what is unpublished since", async () => {
    const { id } = await make();
    const live = await deployAgent(owner, id);
    expect(live).toMatchObject({ status: "live", live_version: 1, has_unpublished_changes: false });
    const changed = await change(builder, id, { prompt: "Be brief." });
    expect(changed).toMatchObject({ prompt: "Be brief.", live_version: 1, has_unpublished_changes: true });
    expect((await agentForCall(owner, id, { draft: false })).config.prompt).toBe(least.prompt);
    expect((await agentForCall(owner, id, { draft: true })).config.prompt).toBe("Be brief.");
    expect(await deployAgent(owner, id)).toMatchObject({ live_version: 2, has_unpublished_changes: false });
    expect(await actions(id)).toEqual(["agent.created", "agent.deployed", "agent.updated", "agent.deployed"]);
  });

  test("of what is live already answers the same agent and makes no version", async () => {
    const { id } = await make();
    const first = await deployAgent(owner, id);
    expect(await deployAgent(owner, id)).toEqual(first);
    expect(await deployAgent(owner, id, { version: 1 })).toEqual(first);
    expect((await listVersions(owner, id, page())).data).toHaveLength(1);
  });

  test("of an older number rolls back, leaves the draft, and can go forward again", async () => {
    const { id } = await make();
    await deployAgent(owner, id);
    await change(owner, id, { prompt: "Second." });
    await deployAgent(owner, id);
    const back = await deployAgent(owner, id, { version: 1 });
    expect(back).toMatchObject({ live_version: 1, prompt: "Second.", has_unpublished_changes: true });
    expect((await agentForCall(owner, id, { draft: false })).config.prompt).toBe(least.prompt);
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

  test("asked for twice at once makes one version of one draft, and distinct ones of two", async () => {
    const { id } = await make();
    const both = await Promise.all([deployAgent(owner, id), deployAgent(owner, id)]);
    expect(both.map(({ live_version }) => live_version)).toEqual([1, 1]);

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

  test("names everything that is missing, each with its pointer, and changes nothing", async () => {
    const made = await make({
      prompt: "",
      voice_id: "builtin:nobody",
      model: "acme:large",
      tools: ["end_call", "nothing_of_that_name", "transfer_to_human"],
      variables: [{ name: "diagnosis", category: "health" }],
    });
    expect(await pointers(deployAgent(owner, made.id))).toEqual([
      ["/prompt", "required"],
      ["/voice_id", "unknown_voice"],
      ["/model", "unknown_model"],
      ["/variables/0/category", "baa_required"],
      ["/tools/1", "unknown_tool"],
      ["/tools/2", "missing_means"],
    ]);
    expect(await readAgent(owner, made.id)).toEqual(made);
    await refuses("invalid_state", agentForCall(owner, made.id, { draft: false }));
  });

  test("leaves versions that nobody changes", async () => {
    const { id } = await make();
    await deployAgent(owner, id);
    await expect(
      record(owner, {
        run: [db.updateTable("agent_versions").set({ digest: "0" }).where("agent_id", "=", id)],
      }),
    ).rejects.toThrow();
  });
});

describe("what acts at once", () => {
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
    expect((await agentForCall(owner, id, { draft: false })).policy.recording.enabled).toBe(false);
  });

  test("a field that is sent as it was changes nothing", async () => {
    const id = await live();
    const { recording, transcript, disclosure, variables } = await readAgent(owner, id);
    const sent = { recording, transcript, disclosure, variables, name: "Renamed" };
    expect((await change(builder, id, sent)).name).toBe("Renamed");
  });

  test("a test key does not reach a live agent's policy, and edits drafts", async () => {
    const id = await live();
    await refuses("forbidden", change(testKey(), id, policy));
    await refuses("forbidden", change(testKey(), id, { variables: [{ name: "account", sensitive: true }] }));
    expect((await change(testKey(), id, { prompt: "Tried." })).prompt).toBe("Tried.");
  });

  test("marking a live agent's variable sensitive needs an admin and holds for the next call", async () => {
    const id = await live();
    const marked = { variables: [{ name: "account", sensitive: true }, { name: "more" }] };
    await refuses("forbidden", change(builder, id, marked));
    const before = owner.now();
    await change(owner, id, marked);
    expect((await agentForCall(owner, id, { draft: false })).sensitive).toEqual(["account"]);
    expect((await marksOf(owner, id)).account?.localeCompare(before)).toBeGreaterThanOrEqual(0);
    await change(builder, id, { variables: [{ name: "account" }] });
    expect(Object.keys(await marksOf(owner, id))).toEqual(["account"]);
  });

  test("a builder adds a sensitive variable to the draft of a live agent: no running call knows it", async () => {
    const id = await live();
    const added = [{ name: "account" }, { name: "iban", sensitive: true }];
    expect((await change(builder, id, { variables: added })).variables).toHaveLength(2);
  });

  test("rolling back to a version that marks a variable marks it again", async () => {
    const { id } = await make({ variables: [{ name: "account", sensitive: true }] });
    await deployAgent(owner, id);
    await change(owner, id, { variables: [{ name: "account" }] });
    await deployAgent(owner, id);
    expect(await marksOf(owner, id)).toEqual({});
    await deployAgent(owner, id, { version: 1 });
    expect(Object.keys(await marksOf(owner, id))).toEqual(["account"]);
  });

  test("switching the disclosure off needs an admin, always, and is in the audit log by its own name", async () => {
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
  test("an archived agent takes no calls and no changes, and can be read and duplicated", async () => {
    const { id } = await make();
    await deployAgent(owner, id);
    await archiveAgent(owner, id);
    await archiveAgent(owner, id);
    expect((await actions(id)).filter((action) => action === "agent.archived")).toHaveLength(1);
    expect((await readAgent(owner, id)).status).toBe("archived");
    for (const draft of [true, false]) await refuses("invalid_state", agentForCall(owner, id, { draft }));
    await refuses("invalid_state", change(owner, id, { name: "Other" }));
    await refuses("invalid_state", deployAgent(owner, id));
    const copy = await duplicateAgent(builder, id);
    expect(copy).toMatchObject({
      name: "Front desk (copy)",
      status: "draft",
      live_version: null,
      prompt: least.prompt,
    });
    expect(copy.id).not.toBe(id);
  });
});

test("another workspace's agent and one that is not there are the same 404 for every verb", async () => {
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
    (agent) => agentForCall(stranger, agent, { draft: true }),
  ];
  for (const verb of verbs) {
    const [others, missing] = [await refusal(verb(id)), await refusal(verb(newId("agt")))];
    expect([others.code, others.message, others.details]).toEqual([
      "not_found",
      missing.message,
      missing.details,
    ]);
  }
  expect((await readAgent(owner, id)).name).toBe(least.name);
});
