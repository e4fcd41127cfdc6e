import { beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "Parley <parley@example.com>";
  process.env.PARLEY_BASE_URL = "https://parley.example.com";
});

import { sweepRetention } from "@/lib/data/retention";
import { createKey, notifyExpiringKeys } from "@/lib/identity/keys";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { apiOf } from "@/test/fixtures/api";
import { type Member, makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  composeNoticeMail,
  countUnread,
  listNotices,
  markNoticeMailed,
  markNoticesRead,
  notifyMembers,
  readMailPreferences,
  updateMailPreferences,
} from ".";
import { MAX_MAILS_PER_DAY } from "./mail";
import { ListNotices, type NoticeKind } from "./schema";

const DAY_MS = 86_400_000;
const now = () => new Date().toISOString();
let w: TestWorkspace;
let otherWorkspace: TestWorkspace;
let people: Record<"viewer" | "builder" | "admin", Member>;
beforeAll(async () => {
  [w, otherWorkspace] = [await makeWorkspace(), await makeWorkspace()];
  people = {
    viewer: await w.member("viewer"),
    builder: await w.member("builder"),
    admin: await w.member("admin"),
  };
});

/** The context of a signed-in member. */
const ctxAs = (
  { userId, role }: Pick<Member, "userId" | "role">,
  space = w,
  environment?: Environment,
): Ctx => ({
  ...space.ctx(role, environment),
  session: { id: newId("ses"), userId },
});
const owner = () => ctxAs({ userId: w.ownerUserId, role: "owner" });
const list = async (ctx: Ctx) => (await listNotices(ctx, ListNotices.parse({}))).data;
const notifyAbout = async (kind: NoticeKind, more: object = {}, at = now()) => {
  const subject = newId("whk");
  const notification = { workspaceId: w.workspaceId, kind, subject, now: at, ...more };
  await writeUnaudited(w, { run: [notifyMembers(notification), notifyMembers(notification)] });
  return subject;
};

test("notifies each member whose role can act, once, and no one in another workspace", async () => {
  const subject = await notifyAbout("webhook.disabled", { environment: "test" });
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
  expect(await list(ctxAs(people.admin))).toHaveLength(1);
  expect(await list(ctxAs(people.builder))).toEqual([]);
  await notifyAbout("campaign.failed");
  expect((await list(ctxAs(people.builder))).map(({ kind }) => kind)).toEqual(["campaign.failed"]);
  expect(await list(ctxAs(people.viewer))).toEqual([]);
  await notifyAbout("session.new_browser", { userId: people.viewer.userId });
  expect((await list(ctxAs(people.viewer))).map(({ href }) => href)).toEqual(["/settings/sessions"]);
  expect(await list(owner())).toHaveLength(2);
  expect(await list(ctxAs({ userId: otherWorkspace.ownerUserId, role: "owner" }, otherWorkspace))).toEqual(
    [],
  );
  // A member of both workspaces sees in each only its own notices.
  expect(await list(ctxAs({ userId: w.ownerUserId, role: "owner" }, otherWorkspace))).toEqual([]);
  // A demoted member sees only what the new role receives.
  expect(await list(ctxAs({ ...people.admin, role: "viewer" }))).toEqual([]);
});

test("creates no notice if the transaction that causes it rolls back", async () => {
  const before = (await list(owner())).length;
  const abortedWrite = writeUnaudited(w, async (tx) => {
    await tx.all(
      notifyMembers({
        workspaceId: w.workspaceId,
        kind: "campaign.failed",
        subject: newId("cmp"),
        now: now(),
      }),
    );
    throw new Error("cut off");
  });
  await expect(abortedWrite).rejects.toThrow("cut off");
  expect(await list(owner())).toHaveLength(before);
});

test("lets a person mark only their own notices as read, and rejects keys", async () => {
  const [, first] = await list(owner());
  const ownCount = await countUnread(owner());
  expect(ownCount.unread).toBeGreaterThan(1);
  const adminCount = await countUnread(ctxAs(people.admin));
  expect(await markNoticesRead(owner(), { ids: [first?.id ?? ""] })).toEqual({ unread: ownCount.unread - 1 });
  // Ids of another person's notices have no effect.
  await markNoticesRead(ctxAs(people.admin), { ids: [first?.id ?? ""] });
  expect(await markNoticesRead(owner(), {})).toEqual({ unread: 0 });
  expect(await countUnread(ctxAs(people.admin))).toEqual(adminCount);
  expect((await apiOf(w)("GET", "/v1/notices")).status).toBe(403);
});

test("mails a notice once, with only a link, not if it was read, and at most 30 a day", async () => {
  const subject = await notifyAbout("campaign.failed", { environment: "test" });
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
  const mail = await composeNoticeMail(w.ctx(), id);
  expect(mail).toMatchObject({ userId: people.builder.userId, mail: { subject: "A campaign failed" } });
  expect(mail?.mail.text).toMatch(
    new RegExp(`https://parley\\.example\\.com/w/ws_\\w+/(live|test)/campaigns/${subject}`),
  );
  expect(mail?.mail.text).toContain("(test environment)");
  await markNoticeMailed(w.ctx(), id);
  expect(await composeNoticeMail(w.ctx(), id)).toBeNull();

  const subjects = Array.from({ length: MAX_MAILS_PER_DAY }, () => newId("cmp"));
  for (const campaignId of subjects) await notifyAbout("campaign.failed", { subject: campaignId });
  const rows = await w
    .ctx()
    .db.all(
      db
        .selectFrom("notices")
        .select("id")
        .where("subject", "in", subjects)
        .where("user_id", "=", people.builder.userId)
        .orderBy("id"),
    );
  for (const notice of rows)
    if ((await composeNoticeMail(w.ctx(), notice.id)) !== null) await markNoticeMailed(w.ctx(), notice.id);
  expect(await composeNoticeMail(w.ctx(), rows.at(-1)?.id ?? "")).toBeNull();
  const tomorrow = { ...w.ctx(), now: () => new Date(Date.now() + DAY_MS + 1).toISOString() };
  expect(await composeNoticeMail(tomorrow, rows.at(-1)?.id ?? "")).not.toBeNull();
  await markNoticesRead(ctxAs(people.builder), {});
  expect(await composeNoticeMail(tomorrow, rows.at(-1)?.id ?? "")).toBeNull();
});

test("stops mails of a muted kind, queued ones included, but keeps other kinds and the dashboard", async () => {
  const space = await makeWorkspace();
  const [ada, ben] = [await space.member("admin"), await space.member("admin")];
  const createNotice = async (kind: NoticeKind, { userId }: Member) => {
    const subject = newId("cmp");
    await writeUnaudited(space, {
      run: [notifyMembers({ workspaceId: space.workspaceId, kind, subject, now: now() })],
    });
    const row = await space
      .ctx()
      .db.first(
        db
          .selectFrom("notices")
          .select("id")
          .where("workspace_id", "=", space.workspaceId)
          .where("subject", "=", subject)
          .where("user_id", "=", userId),
      );
    return row?.id ?? "";
  };
  const queuedNoticeId = await createNotice("campaign.failed", ada);
  const ctx = ctxAs(ada, space);
  expect(await updateMailPreferences(ctx, { kinds: { "campaign.failed": false } })).toMatchObject({
    mail: "on",
  });
  expect(await composeNoticeMail(space.ctx(), queuedNoticeId)).toBeNull();
  expect(await composeNoticeMail(space.ctx(), await createNotice("campaign.failed", ben))).not.toBeNull();
  expect(await composeNoticeMail(space.ctx(), await createNotice("webhook.disabled", ada))).not.toBeNull();
  expect((await list(ctx)).map(({ kind }) => kind)).toContain("campaign.failed");
  const listMuted = async () =>
    (await readMailPreferences(ctx)).kinds.filter(({ mailed }) => !mailed).map(({ kind }) => kind);
  expect(await listMuted()).toEqual(["campaign.failed"]);
  // Other kinds are unchanged, and a repeated change is not audited.
  for (let n = 0; n < 2; n += 1) await updateMailPreferences(ctx, { kinds: { "key.expiring": false } });
  await updateMailPreferences(ctx, { kinds: { "campaign.failed": true } });
  expect(await listMuted()).toEqual(["key.expiring"]);
  expect(await composeNoticeMail(space.ctx(), queuedNoticeId)).not.toBeNull();
  const auditEvents = await space
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select("after")
        .where("workspace_id", "=", space.workspaceId)
        .where("action", "=", "member.notices_changed")
        .orderBy("seq"),
    );
  expect(auditEvents.map(({ after }) => after)).toEqual([
    { not_mailed: ["campaign.failed"] },
    { not_mailed: ["key.expiring", "campaign.failed"] },
    { not_mailed: ["key.expiring"] },
  ]);
  // Kinds that the role does not receive are not listed.
  const viewer = ctxAs(await space.member("viewer"), space);
  expect((await readMailPreferences(viewer)).kinds.map(({ kind }) => kind)).toEqual(["session.new_browser"]);
});

test("notifies admins a week and a day before an API key expires, unless its lifetime is shorter", async () => {
  const space = await makeWorkspace();
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const key = async (days: number, name = "Key") =>
    (await createKey(space.ctx(), { name, role: "viewer", environment: "live", expires_at: inDays(days) }))
      .id;
  const [long, short] = [await key(20), await key(3)];
  const at = (days: number): Ctx => ({ ...space.ctx(), now: () => inDays(days) });
  const listSubjects = async () =>
    (
      await space.ctx().db.all(db.selectFrom("notices").select("subject").orderBy("created_at").orderBy("id"))
    ).map(({ subject }) => subject);
  await notifyExpiringKeys(at(0));
  expect(await listSubjects()).toEqual([]);
  await notifyExpiringKeys(at(2.5));
  expect(await listSubjects()).toEqual([short]);
  for (const day of [13.5, 13.6, 19.5, 19.6, 21]) await notifyExpiringKeys(at(day));
  expect(await listSubjects()).toEqual([short, long, long]);
});

test("deletes notices after 30 days, with the operational log", async () => {
  const old = await notifyAbout("campaign.failed", {}, new Date(Date.now() - 31 * DAY_MS).toISOString());
  const young = await notifyAbout("campaign.failed", {}, new Date(Date.now() - 29 * DAY_MS).toISOString());
  await sweepRetention(w.ctx());
  const left = await w
    .ctx()
    .db.all(db.selectFrom("notices").select("subject").distinct().where("subject", "in", [old, young]));
  expect(left).toEqual([{ subject: young }]);
});
