import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

// The operator has set a mail server, before anything of the product is loaded. Nothing is sent to it here.
vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "Parley <parley@example.com>";
  process.env.PARLEY_BASE_URL = "https://parley.example.com";
});

import { createJobHandlers } from "@/bin/worker/verbs";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import {
  browserOf,
  changePassword,
  giveBreakGlass,
  listSessions,
  mailMember,
  mailNotice,
  signIn,
} from "@/lib/identity/auth";
import { changeRole } from "@/lib/identity/members";
import { warnOfCertificates } from "@/lib/identity/sso";
import type { Ctx } from "@/lib/platform/context";
import { databaseUrl, db, json, record } from "@/lib/platform/db";
import type { Jobs } from "@/lib/platform/jobs";
import { type Mail, MailRefused } from "@/lib/platform/mail";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";

const DAY_MS = 86_400_000;
const NEXT = "another long password";
const now = () => new Date().toISOString();

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: databaseUrl() });
  await owner.connect();
});
beforeEach(() => owner.query("delete from graphile_worker._private_jobs"));
afterAll(() => owner.end());

type Notice = Jobs["mail.notice"];
/** The notices that wait. */
async function waiting(): Promise<Notice[]> {
  const { rows } = await owner.query<{ payload: Notice }>(
    `select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where j.task_identifier = 'mail.notice' order by p.payload->>'userId'`,
  );
  return rows.map(({ payload }) => payload);
}

async function mailed(notice: Notice): Promise<Mail[]> {
  const sent: Mail[] = [];
  await mailNotice(notice, async (mail) => void sent.push(mail));
  return sent;
}

async function signedIn(w: TestWorkspace): Promise<Ctx> {
  await w.cookie();
  const [session] = await listSessions(w.ownerUserId, now());
  return { ...w.ctx(), session: { id: session?.id ?? "", userId: w.ownerUserId } };
}

/** What members of a workspace were told, by person; each has a mail that waits. */
async function told(w: TestWorkspace) {
  const rows = await w
    .ctx()
    .db.all(
      db
        .selectFrom("notices")
        .select(["id", "kind", "user_id", "subject"])
        .where("workspace_id", "=", w.workspaceId)
        .orderBy("user_id")
        .orderBy("id"),
    );
  const { rows: jobs } = await owner.query<{ id: string }>(
    `select p.payload->>'noticeId' as id from graphile_worker._private_jobs p where p.payload->>'workspaceId' = $1`,
    [w.workspaceId],
  );
  expect(jobs.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  return rows;
}
async function toMember(w: TestWorkspace, noticeId: string): Promise<Mail[]> {
  const sent: Mail[] = [];
  await mailMember(w.ctx(), noticeId, async (mail) => void sent.push(mail));
  return sent;
}

const enforce = async (w: TestWorkspace, notAfter: string[] = [], enforced = true) => {
  await runWorkspaceCommand(["plan", w.workspaceId, "enterprise"]);
  const certificates = notAfter.map((not_after, n) => ({
    certificate: "",
    fingerprint: `fingerprint-${n}`,
    subject: "CN=idp",
    not_after,
  }));
  const row = {
    workspace_id: w.workspaceId,
    entity_id: "https://idp.example.com",
    sso_url: "https://idp.example.com/sso",
    certificates: json(certificates),
    role_mapping: json({ attribute: null, rules: [], default_role: "viewer" }),
    enforced,
    created_at: now(),
    updated_at: now(),
  };
  await record(w, { run: [db.insertInto("sso_connections").values(row)] });
};
const audited = async (w: TestWorkspace, action: string) =>
  w
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["target", "after"])
        .where("workspace_id", "=", w.workspaceId)
        .where("action", "=", action)
        .orderBy("seq"),
    );

test("a person is told of a change of their account, by ids in the queue and words in the mail", async () => {
  const w = await makeWorkspace();
  const ctx = await signedIn(w);
  await changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
  const [notice, ...more] = await waiting();
  if (notice === undefined) throw new Error("Nobody is told.");
  expect(more).toEqual([]);
  expect(notice).toEqual({
    notice: "password.changed",
    userId: w.ownerUserId,
    at: expect.any(String),
  });
  const [mail] = await mailed(notice);
  expect(mail).toMatchObject({ to: w.ownerEmail, subject: "Your password was changed" });
  expect(mail?.text).toContain("https://parley.example.com/forgot-password");
  expect(mail?.text).toContain(notice.at);
  // A change that is refused is told to nobody.
  await owner.query("delete from graphile_worker._private_jobs");
  await expect(changePassword(ctx, { current_password: "wrong", new_password: NEXT })).rejects.toMatchObject({
    code: "validation_error",
  });
  expect(await waiting()).toEqual([]);
});

test("every owner is told that a break-glass code was used, and nobody else", async () => {
  const w = await makeWorkspace();
  await enforce(w);
  const [second] = [await w.member("owner"), await w.member("admin")];
  const { code: breakGlass } = await giveBreakGlass(await signedIn(w));
  const given = { email: w.ownerEmail, password: OWNER_PASSWORD, address: someAddress(), userAgent: null };
  expect(await signIn({ ...given, breakGlass: "wrong" })).toBeNull();
  expect(await told(w)).toEqual([]);
  await signIn({ ...given, breakGlass });
  const notices = await told(w);
  const both = [w.ownerUserId, second.userId].sort();
  expect(notices.map(({ kind, user_id: userId }) => [kind, userId])).toEqual(
    both.map((userId) => ["sso.break_glass_used", userId]),
  );
  expect(await audited(w, "sso.break_glass_used")).toHaveLength(1);
  const idOf = (userId: string) => notices.find((notice) => notice.user_id === userId)?.id ?? "";
  const [mail, ...again] = [
    await toMember(w, idOf(w.ownerUserId)),
    await toMember(w, idOf(w.ownerUserId)),
  ].flat();
  expect(again).toEqual([]);
  expect(mail).toMatchObject({ to: w.ownerEmail, subject: "A break-glass code was used" });
  expect(mail?.text).toContain("Workspace: Test workspace");
  expect(mail?.text).toContain("https://parley.example.com/settings/audit");
  expect(JSON.stringify([notices, mail])).not.toContain(breakGlass);
  // Who is no owner any more by the time it is sent is told nothing of the workspace.
  await changeRole(w.ctx(), second.id, { role: "viewer" });
  expect(await toMember(w, idOf(second.userId))).toEqual([]);
});

test("owners are told of the last certificate that runs out, a month and a week before, once each", async () => {
  const w = await makeWorkspace();
  const at = Date.parse(now());
  const inDays = (days: number) => new Date(at + days * DAY_MS).toISOString();
  await enforce(w, [inDays(3), inDays(20)]);
  const ask = (day: number) => warnOfCertificates({ ...w.ctx(), now: () => inDays(day) });
  await ask(-15);
  expect(await told(w)).toEqual([]);
  for (const day of [0, 0, 1]) await ask(day);
  expect(await told(w)).toMatchObject([{ kind: "sso.certificate_expiring", user_id: w.ownerUserId }]);
  for (const day of [14, 15, 21]) await ask(day);
  expect(await told(w)).toHaveLength(2);
  expect((await audited(w, "sso.certificate_expiring")).map(({ target }) => target)).toEqual([
    w.workspaceId,
    w.workspaceId,
  ]);
});

test("the job looks into every workspace, and leaves one with a successor alone", async () => {
  const [ending, safe, none] = [await makeWorkspace(), await makeWorkspace(), await makeWorkspace()];
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  await enforce(ending, [inDays(2)], false);
  await enforce(safe, [inDays(2), inDays(200)], false);
  const verbs = createJobHandlers(() => {
    throw new Error("No carrier is asked.");
  });
  await verbs["sso.certificates"]({}, new AbortController().signal);
  const told = [ending, safe, none].map((w) => audited(w, "sso.certificate_expiring"));
  expect((await Promise.all(told)).map(({ length }) => length)).toEqual([1, 0, 0]);
});

test("a person is told of a sign-in from a browser that they have not used before, and of no other", async () => {
  const w = await makeWorkspace();
  const [first, second] = [browserOf(new Headers()), browserOf(new Headers())];
  const enter = (browser: string) =>
    signIn({
      email: w.ownerEmail,
      password: OWNER_PASSWORD,
      address: someAddress(),
      userAgent: null,
      browser,
    });
  await enter(first.mark);
  await enter(first.mark);
  expect(await told(w)).toEqual([]);
  await w.member("owner");
  const { sid } = (await enter(second.mark)) as { sid: string };
  await enter(second.mark);
  expect(await told(w)).toMatchObject([
    { kind: "session.new_browser", user_id: w.ownerUserId, subject: sid },
  ]);
  // The cookie opens nothing, is not shown to scripts, and says the same again; what is no such cookie counts as none.
  const kept = second.cookie.split(";")[0] ?? "";
  expect(browserOf(new Headers({ cookie: kept }))).toEqual(second);
  expect(second.cookie).toContain("HttpOnly");
  expect(second.cookie).not.toContain(second.mark);
  expect(browserOf(new Headers({ cookie: "parley.browser=../x" })).mark).not.toBe(second.mark);
});

test("a mail that is refused for good is not sent again, any other is", async () => {
  const w = await makeWorkspace();
  const notice = { notice: "password.reset", userId: w.ownerUserId, at: now() };
  const refuse = (forGood: boolean) => async () => Promise.reject(new MailRefused(forGood, "550"));
  await mailNotice(notice, refuse(true));
  await expect(mailNotice(notice, refuse(false))).rejects.toBeInstanceOf(MailRefused);
  expect(await mailed({ ...notice, notice: "nothing.known" })).toEqual([]);
});
