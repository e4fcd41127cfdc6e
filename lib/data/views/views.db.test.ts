import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { continueRotation, rotateKeys } from "@/lib/identity/encryption";
import { activateNewestKey } from "@/lib/identity/encryption/testing/activate-newest-key";
import { removeMember } from "@/lib/identity/members";
import type { Ctx, Role } from "@/lib/platform/context";
import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { db, reader } from "@/lib/platform/db";
import { handle, requestFor } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { createView, deleteView, listViews, updateView } from ".";
import { MAX_VIEWS } from "./create";
import { CreateView, ListViews, UpdateView } from "./schema";

const NOT_FOUND = { code: "not_found" };
const FORBIDDEN = { code: "forbidden" };

let space: TestWorkspace;
beforeAll(async () => {
  space = await makeWorkspace();
});

async function memberCtx(role: Role, environment: "live" | "test" = "live"): Promise<Ctx> {
  const { id } = await space.member(role);
  return space.ctxAs({ type: "member", id, role }, environment);
}
const save = (ctx: Ctx, input: object = {}) =>
  createView(ctx, CreateView.parse({ resource: "calls", name: "Refunds", query: { q: "refund" }, ...input }));
const change = (ctx: Ctx, id: string, input: object) => updateView(ctx, id, UpdateView.parse(input));
const listedIds = async (ctx: Ctx, query: object = {}) =>
  (await listViews(ctx, ListViews.parse(query))).data.map(({ id }) => id);

describe("a saved view", () => {
  it("stores the filters of its list, sealed", async () => {
    const ctx = await memberCtx("viewer");
    const query = { q: "zyzzyva", min_duration_ms: "60000", created_after: "2026-11-01T01:00:00+01:00" };
    const view = await save(ctx, { name: "Nora Nobody", query });
    expect(view).toMatchObject({
      resource: "calls",
      name: "Nora Nobody",
      query: { q: "zyzzyva", min_duration_ms: 60_000, created_after: "2026-11-01T00:00:00.000Z" },
      shared: false,
      owner_id: ctx.actor.id,
    });
    expect((await listViews(ctx, ListViews.parse({}))).data).toEqual([view]);
    const row = await ctx.db.first(db.selectFrom("saved_views").selectAll().where("id", "=", view.id));
    expect(row?.content.toString("latin1")).not.toMatch(/zyzzyva|Nora/);
    const changed = await change(ctx, view.id, { query: { tag: "vip" } });
    expect(changed).toMatchObject({ name: "Nora Nobody", query: { tag: "vip" } });
    const events = await ctx.db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "before", "after"])
        .where("target", "=", view.id)
        .orderBy("seq"),
    );
    const auditView = { environment: "live", resource: "calls", shared: false };
    expect(events).toEqual([
      { action: "view.created", before: null, after: auditView },
      { action: "view.updated", before: auditView, after: auditView },
    ]);
  });

  it("refuses what its list does not filter by, and numbers, which an erasure would not find", async () => {
    const ctx = await memberCtx("viewer");
    for (const [resource, query, pointer] of [
      ["calls", { suppressed: "true" }, "/query/suppressed"],
      ["calls", { channel: "fax" }, "/query/channel"],
      ["calls", { limit: 10 }, "/query/limit"],
      ["calls", { contact: "+12125550123" }, "/query/contact"],
      ["contacts", { q: "+1 212 555 0123" }, "/query/q"],
      ["contacts", { channel: "phone" }, "/query/channel"],
    ] as const)
      await expect(save(ctx, { resource, query }), pointer).rejects.toMatchObject({
        code: "validation_error",
        details: [{ in: "body", pointer }],
      });
    const { id } = await save(ctx, { resource: "contacts", query: { suppressed: "true" } });
    await expect(change(ctx, id, { query: { q: "212-555-0123" } })).rejects.toMatchObject({
      details: [{ pointer: "/query/q" }],
    });
  });

  it("never stores a payment card", async () => {
    const ctx = await memberCtx("viewer");
    const view = await save(ctx, { name: "Card 4111 1111 1111 1111", query: { q: "4111111111111111" } });
    expect(JSON.stringify(view)).not.toMatch(/4111/);
  });

  it("is seen by its owner alone in its environment, and by everyone once it is shared", async () => {
    const [owner, other] = [await memberCtx("builder"), await memberCtx("viewer")];
    const { id } = await save(owner);
    expect(await listedIds(owner)).toEqual([id]);
    expect(await listedIds(other)).not.toContain(id);
    await expect(change(other, id, { name: "Mine" })).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteView(other, id)).rejects.toMatchObject(NOT_FOUND);
    const inTest = space.ctxAs(owner.actor, "test");
    expect(await listedIds(inTest)).toEqual([]);
    await expect(deleteView(inTest, id)).rejects.toMatchObject(NOT_FOUND);
    await change(owner, id, { shared: true });
    expect(await listedIds(other)).toContain(id);
    expect(await listedIds(other, { resource: "contacts" })).not.toContain(id);
  });

  it("is shared by builders, and changed by its owner or an admin", async () => {
    const [viewer, builder, admin] = [
      await memberCtx("viewer"),
      await memberCtx("builder"),
      await memberCtx("admin"),
    ];
    await expect(save(viewer, { shared: true })).rejects.toMatchObject(FORBIDDEN);
    const ownView = await save(viewer);
    await expect(change(viewer, ownView.id, { shared: true })).rejects.toMatchObject(FORBIDDEN);
    const shared = await save(await memberCtx("builder"), { shared: true });
    for (const attempt of [
      () => change(builder, shared.id, { name: "Theirs" }),
      () => deleteView(builder, shared.id),
      () => change(admin, shared.id, { shared: false }),
    ])
      await expect(attempt()).rejects.toMatchObject(FORBIDDEN);
    expect(await change(admin, shared.id, { name: "Ours" })).toMatchObject({ name: "Ours", shared: true });
    await deleteView(admin, shared.id);
    await expect(deleteView(admin, shared.id)).rejects.toMatchObject(NOT_FOUND);
  });

  it("is one of at most 50 of a member, also when several are saved at once", async () => {
    const ctx = await memberCtx("viewer");
    for (let n = 1; n < MAX_VIEWS; n++) await save(ctx, { name: `View ${n}` });
    const results = await Promise.allSettled([save(ctx), save(ctx), save(ctx)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict", message: "A member has at most 50 views. Delete one first." },
    });
  });

  it("is deleted with its owner's membership if it is private, and stays if it is shared", async () => {
    const owner = await memberCtx("builder");
    const views = [await save(owner), await save(owner, { shared: true })];
    await removeMember(space.ctx(), owner.actor.id);
    const rows = await reader(space.workspaceId).all(
      db.selectFrom("saved_views").select("id").where("owner_id", "=", owner.actor.id),
    );
    expect(rows.map(({ id }) => id)).toEqual([views[1]?.id]);
    await expect(save(owner)).rejects.toMatchObject(NOT_FOUND);
  });

  it("stays readable after the workspace's key is rotated", async () => {
    const rotated = await makeWorkspace();
    const view = await save(rotated.ctx());
    await rotateKeys(rotated.ctx());
    await activateNewestKey(rotated.workspaceId);
    await continueRotation(rotated.ctx());
    const sealedWith = await rotated
      .ctx()
      .db.first(
        db
          .selectFrom("saved_views")
          .select(sql<number>`sealed_key_version(content)`.as("version"))
          .where("id", "=", view.id),
      );
    expect(sealedWith?.version).toBe(2);
    forgetWorkspaceKeys(rotated.workspaceId);
    expect((await listViews(rotated.ctx(), ListViews.parse({}))).data).toEqual([view]);
  });

  it("is saved, changed and deleted over HTTP by a signed-in member", async () => {
    const headers = { cookie: await space.cookie(), origin: "http://localhost" };
    const send = async (method: string, path: string, body?: object) =>
      handle(requestFor(method, path, { headers, ...(body !== undefined && { body }) }));
    const created = await send("POST", "/v1/views", { resource: "contacts", name: "All", query: {} });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    const renamed = await send("PATCH", `/v1/views/${id}`, { name: "Everyone" });
    expect(await renamed.json()).toMatchObject({ id, name: "Everyone", query: {} });
    const listed = (await (await send("GET", "/v1/views?resource=contacts")).json()) as { data: object[] };
    expect(listed.data).toContainEqual(expect.objectContaining({ id }));
    expect((await send("DELETE", `/v1/views/${id}`)).status).toBe(204);
  });
});
