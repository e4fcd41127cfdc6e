import { beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "Parley <parley@example.com>";
  process.env.PARLEY_BASE_URL = "https://parley.example.com";
});

import { sweepRetention } from "@/lib/data/retention";
import { createKey, warnOfKeys } from "@/lib/identity/keys";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { apiOf } from "@/test/fixtures/api";
import { type Member, makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  countUnread,
  listNotices,
  noticeMail,
  noticeMailed,
  readMailedNotices,
  readNotices,
  setMailedNotices,
  tell,
} from ".";
import { MOST_MAILS_A_DAY } from "./mail";
import { ListNotices, type NoticeKind } from "./schema";

const DAY_MS = 86_400_000;
const now = () => new Date().toISOString();
let w: TestWorkspace;
let other: TestWorkspace;
let people: Record<"viewer" | "builder" | "admin", Member>;
beforeAll(async () => {
  [w, other] = [await makeWorkspace(), await makeWorkspace()];
  people = {
    viewer: await w.member("viewer"),
    builder: await w.member("builder"),
    admin: await w.member("admin"),
  };
});

/** As that member, signed in. */
const as = (
  { userId, role }: Pick<Member, "userId" | "role">,
  space = w,
  environment?: Environment,
): Ctx => ({
  ...space.ctx(role, environment),
  session: { id: newId("ses"), userId },
});
const owner = () => as({ userId: w.ownerUserId, role: "owner" });
const list = async (ctx: Ctx) => (await listNotices(ctx, ListNotices.parse({}))).data;
const about = async (kind: NoticeKind, more: object = {}, at = now()) => {
  const subject = newId("whk");
  const telling = { workspaceId: w.workspaceId, kind, subject, now: at, ...more };
  await record(w, { run: [tell(telling), tell(telling)] });
  return subject;
};

test("members are told who may do something about it, each once, and nobody of another workspace", async () => {
  const subject = await about("webhook.disabled", { environment: "test" });
  expect(await list(owner())).toEqual([
    {
      id: expect.stringMatching(/^ntc_/),
      kind: "webhook.disabled",
      environment: "test",
      title: "A webhook was switched off",
      text: expect.stringContaining("five days"),
      href: `/webhooks/${subject}`,
      created_at: expect.any(String),
      read_at: null,
    },
  ]);
  expect(await list(as(people.admin))).toHaveLength(1);
  expect(await list(as(people.builder))).toEqual([]);
  await about("campaign.failed");
  expect((await list(as(people.builder))).map(({ kind }) => kind)).toEqual(["campaign.failed"]);
  expect(await list(as(people.viewer))).toEqual([]);
  await about("session.new_browser", { userId: people.viewer.userId });
  expect((await list(as(people.viewer))).map(({ href }) => href)).toEqual(["/settings/sessions"]);
  expect(await list(owner())).toHaveLength(2);
  expect(await list(as({ userId: other.ownerUserId, role: "owner" }, other))).toEqual([]);
  // A person of both would see in each what is of that one.
  expect(await list(as({ userId: w.ownerUserId, role: "owner" }, other))).toEqual([]);
  // Whose role is a weaker one now sees what that is told.
  expect(await list(as({ ...people.admin, role: "viewer" }))).toEqual([]);
});

test("what was not done tells nobody: it is in the transaction that causes it", async () => {
  const before = (await list(owner())).length;
  const cut = record(w, async (tx) => {
    await tx.all(
      tell({ workspaceId: w.workspaceId, kind: "campaign.failed", subject: newId("cmp"), now: now() }),
    );
    throw new Error("cut off");
  });
  await expect(cut).rejects.toThrow("cut off");
  expect(await list(owner())).toHaveLength(before);
});

test("each person marks their own as read, one or all, and a key has none", async () => {
  const [, first] = await list(owner());
  const mine = await countUnread(owner());
  expect(mine.unread).toBeGreaterThan(1);
  const theirs = await countUnread(as(people.admin));
  expect(await readNotices(owner(), { ids: [first?.id ?? ""] })).toEqual({ unread: mine.unread - 1 });
  // Another's ids do nothing.
  await readNotices(as(people.admin), { ids: [first?.id ?? ""] });
  expect(await readNotices(owner(), {})).toEqual({ unread: 0 });
  expect(await countUnread(as(people.admin))).toEqual(theirs);
  expect((await apiOf(w)("GET", "/v1/notices")).status).toBe(403);
});

test("a mail names the thing by its page alone, once, not where it was read, and no more than some in a day", async () => {
  const subject = await about("campaign.failed", { environment: "test" });
  const [row] = await w
    .ctx()
    .db.all(
      db
        .selectFrom("notices")
        .select("id")
        .where("subject", "=", subject)
        .where("user_id", "=", people.builder.userId),
    );
  const id = row?.id ?? "";
  const mail = await noticeMail(w.ctx(), id);
  expect(mail).toMatchObject({ userId: people.builder.userId, subject: "A campaign failed" });
  expect(mail?.text).toContain(`https://parley.example.com/campaigns/${subject}`);
  expect(mail?.text).toContain("(test environment)");
  await noticeMailed(w.ctx(), id);
  expect(await noticeMail(w.ctx(), id)).toBeNull();

  const many = Array.from({ length: MOST_MAILS_A_DAY }, () => newId("cmp"));
  for (const one of many) await about("campaign.failed", { subject: one });
  const rows = await w
    .ctx()
    .db.all(
      db
        .selectFrom("notices")
        .select("id")
        .where("subject", "in", many)
        .where("user_id", "=", people.builder.userId)
        .orderBy("id"),
    );
  for (const one of rows)
    if ((await noticeMail(w.ctx(), one.id)) !== null) await noticeMailed(w.ctx(), one.id);
  expect(await noticeMail(w.ctx(), rows.at(-1)?.id ?? "")).toBeNull();
  const tomorrow = { ...w.ctx(), now: () => new Date(Date.now() + DAY_MS + 1).toISOString() };
  expect(await noticeMail(tomorrow, rows.at(-1)?.id ?? "")).not.toBeNull();
  await readNotices(as(people.builder), {});
  expect(await noticeMail(tomorrow, rows.at(-1)?.id ?? "")).toBeNull();
});

test("a kind that somebody switches off is mailed to them no more, also what waits; others and the dashboard stay", async () => {
  const space = await makeWorkspace();
  const [ada, ben] = [await space.member("admin"), await space.member("admin")];
  const told = async (kind: NoticeKind, { userId }: Member) => {
    const subject = newId("cmp");
    await record(space, { run: [tell({ workspaceId: space.workspaceId, kind, subject, now: now() })] });
    const row = await space
      .ctx()
      .db.one(
        db
          .selectFrom("notices")
          .select("id")
          .where("workspace_id", "=", space.workspaceId)
          .where("subject", "=", subject)
          .where("user_id", "=", userId),
      );
    return row?.id ?? "";
  };
  const waits = await told("campaign.failed", ada);
  const ctx = as(ada, space);
  expect(await setMailedNotices(ctx, { kinds: { "campaign.failed": false } })).toMatchObject({ mail: "on" });
  expect(await noticeMail(space.ctx(), waits)).toBeNull();
  expect(await noticeMail(space.ctx(), await told("campaign.failed", ben))).not.toBeNull();
  expect(await noticeMail(space.ctx(), await told("webhook.disabled", ada))).not.toBeNull();
  expect((await list(ctx)).map(({ kind }) => kind)).toContain("campaign.failed");
  const off = async () =>
    (await readMailedNotices(ctx)).kinds.filter(({ mailed }) => !mailed).map(({ kind }) => kind);
  expect(await off()).toEqual(["campaign.failed"]);
  // The others stay as they are; the same again leaves no trace.
  for (let n = 0; n < 2; n += 1) await setMailedNotices(ctx, { kinds: { "key.expiring": false } });
  await setMailedNotices(ctx, { kinds: { "campaign.failed": true } });
  expect(await off()).toEqual(["key.expiring"]);
  expect(await noticeMail(space.ctx(), waits)).not.toBeNull();
  const noted = await space
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select("after")
        .where("workspace_id", "=", space.workspaceId)
        .where("action", "=", "member.notices_changed")
        .orderBy("seq"),
    );
  expect(noted.map(({ after }) => after)).toEqual([
    { not_mailed: ["campaign.failed"] },
    { not_mailed: ["key.expiring", "campaign.failed"] },
    { not_mailed: ["key.expiring"] },
  ]);
  // Of what their role is not told there is nothing to choose.
  const viewer = as(await space.member("viewer"), space);
  expect((await readMailedNotices(viewer)).kinds.map(({ kind }) => kind)).toEqual(["session.new_browser"]);
});

test("admins are told a week and a day before an API key runs out, and not of a key made for less", async () => {
  const space = await makeWorkspace();
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const key = async (days: number, name = "Key") =>
    (await createKey(space.ctx(), { name, role: "viewer", environment: "live", expires_at: inDays(days) }))
      .id;
  const [long, short] = [await key(20), await key(3)];
  const at = (days: number): Ctx => ({ ...space.ctx(), now: () => inDays(days) });
  const told = async () =>
    (
      await space.ctx().db.all(db.selectFrom("notices").select("subject").orderBy("created_at").orderBy("id"))
    ).map(({ subject }) => subject);
  await warnOfKeys(at(0));
  expect(await told()).toEqual([]);
  await warnOfKeys(at(2.5));
  expect(await told()).toEqual([short]);
  for (const day of [13.5, 13.6, 19.5, 19.6, 21]) await warnOfKeys(at(day));
  expect(await told()).toEqual([short, long, long]);
});

test("notices go with the operational log, after 30 days", async () => {
  const old = await about("campaign.failed", {}, new Date(Date.now() - 31 * DAY_MS).toISOString());
  const young = await about("campaign.failed", {}, new Date(Date.now() - 29 * DAY_MS).toISOString());
  await sweepRetention(w.ctx());
  const left = await w
    .ctx()
    .db.all(db.selectFrom("notices").select("subject").distinct().where("subject", "in", [old, young]));
  expect(left).toEqual([{ subject: young }]);
});
