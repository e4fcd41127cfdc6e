import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

// A mail server must be configured before any module is loaded. No mail is sent to it.
vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "Parley <parley@example.com>";
  process.env.PARLEY_BASE_URL = "https://parley.example.com";
});

import { createJobHandlers } from "@/bin/worker/job-handlers";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import {
  changePassword,
  identifyBrowser,
  issueBreakGlassCode,
  listSessions,
  mailAccountNotice,
  mailMemberNotice,
  signIn,
} from "@/lib/identity/auth";
import { changeRole } from "@/lib/identity/members";
import { notifyExpiringCertificates } from "@/lib/identity/sso";
import type { Ctx } from "@/lib/platform/context";
import { db, directUrl, json, writeUnaudited } from "@/lib/platform/db";
import type { Jobs } from "@/lib/platform/jobs";
import { type Mail, MailRefusedError } from "@/lib/platform/mail";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";

const DAY_MS = 86_400_000;
const NEXT = "another long password";
const now = () => new Date().toISOString();

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
});
beforeEach(() => owner.query("delete from graphile_worker._private_jobs"));
afterAll(() => owner.end());

type Notice = Jobs["mail.notice"];
/** Lists the queued account notices. */
async function listQueuedNotices(): Promise<Notice[]> {
  const { rows } = await owner.query<{ payload: Notice }>(
    `select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where j.task_identifier = 'mail.notice' order by p.payload->>'userId'`,
  );
  return rows.map(({ payload }) => payload);
}

async function mailNotice(notice: Notice): Promise<Mail[]> {
  const sent: Mail[] = [];
  await mailAccountNotice(notice, async (mail) => void sent.push(mail));
  return sent;
}

async function signInOwner(w: TestWorkspace): Promise<Ctx> {
  await w.cookie();
  const [session] = await listSessions(w.ownerUserId, now());
  return { ...w.ctx(), session: { id: session?.id ?? "", userId: w.ownerUserId } };
}

/** Reads the notices of a workspace by person. Expects a queued mail for each. */
async function readNotices(w: TestWorkspace) {
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
async function mailMember(w: TestWorkspace, noticeId: string): Promise<Mail[]> {
  const sent: Mail[] = [];
  await mailMemberNotice(w.ctx(), noticeId, async (mail) => void sent.push(mail));
  return sent;
}

const insertConnection = async (w: TestWorkspace, notAfter: string[] = [], enforced = true) => {
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
  await writeUnaudited(w, { run: [db.insertInto("sso_connections").values(row)] });
};
const readAuditEvents = async (w: TestWorkspace, action: string) =>
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

test("mails a person a notice of an account change, with only ids in the queue", async () => {
  const w = await makeWorkspace();
  const ctx = await signInOwner(w);
  await changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
  const [notice, ...more] = await listQueuedNotices();
  if (notice === undefined) throw new Error("No notice is queued.");
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    notice: "password.changed",
    userId: w.ownerUserId,
    at: expect.any(String),
  });
  const [mail] = await mailNotice(notice);
  expect(mail).toMatchObject({ to: w.ownerEmail, subject: "Your password was changed" });
  expect(mail?.text).toContain("https://parley.example.com/forgot-password");
  expect(mail?.text).toMatch(/^When: \w+ \d+, \d{4} at .+ UTC$/m);
  expect(mail?.html).toContain('href="https://parley.example.com/forgot-password"');
  // A rejected change queues no notice.
  await owner.query("delete from graphile_worker._private_jobs");
  await expect(changePassword(ctx, { current_password: "wrong", new_password: NEXT })).rejects.toMatchObject({
    code: "validation_error",
  });
  expect(await listQueuedNotices()).toEqual([]);
});

test("notifies every owner, and no one else, of a used break-glass code", async () => {
  const w = await makeWorkspace();
  await insertConnection(w);
  const [secondOwner] = [await w.member("owner"), await w.member("admin")];
  const { code: breakGlass } = await issueBreakGlassCode(await signInOwner(w));
  const credentials = {
    email: w.ownerEmail,
    password: OWNER_PASSWORD,
    address: someAddress(),
    userAgent: null,
  };
  expect(await signIn({ ...credentials, breakGlass: "wrong" })).toBeNull();
  expect(await readNotices(w)).toEqual([]);
  await signIn({ ...credentials, breakGlass });
  const notices = await readNotices(w);
  const ownerUserIds = [w.ownerUserId, secondOwner.userId].sort();
  expect(notices.map(({ kind, user_id: userId }) => [kind, userId])).toEqual(
    ownerUserIds.map((userId) => ["sso.break_glass_used", userId]),
  );
  expect(await readAuditEvents(w, "sso.break_glass_used")).toHaveLength(1);
  const idOf = (userId: string) => notices.find((notice) => notice.user_id === userId)?.id ?? "";
  const [mail, ...repeatedMails] = [
    await mailMember(w, idOf(w.ownerUserId)),
    await mailMember(w, idOf(w.ownerUserId)),
  ].flat();
  expect(repeatedMails).toEqual([]);
  expect(mail).toMatchObject({ to: w.ownerEmail, subject: "An emergency access code was used" });
  expect(mail?.text).toContain("Workspace: Test workspace");
  expect(mail?.text).toMatch(/https:\/\/parley\.example\.com\/w\/ws_\w+\/live\/settings\/audit/);
  expect(JSON.stringify([notices, mail])).not.toContain(breakGlass);
  // A former owner gets no mail that is sent after the demotion.
  await changeRole(w.ctx(), secondOwner.id, { role: "viewer" });
  expect(await mailMember(w, idOf(secondOwner.userId))).toEqual([]);
});

test("notifies owners once a month and once a week before the last certificate expires", async () => {
  const w = await makeWorkspace();
  const at = Date.parse(now());
  const inDays = (days: number) => new Date(at + days * DAY_MS).toISOString();
  await insertConnection(w, [inDays(3), inDays(20)]);
  const runOnDay = (day: number) => notifyExpiringCertificates({ ...w.ctx(), now: () => inDays(day) });
  await runOnDay(-15);
  expect(await readNotices(w)).toEqual([]);
  for (const day of [0, 0, 1]) await runOnDay(day);
  expect(await readNotices(w)).toMatchObject([{ kind: "sso.certificate_expiring", user_id: w.ownerUserId }]);
  for (const day of [14, 15, 21]) await runOnDay(day);
  expect(await readNotices(w)).toHaveLength(2);
  expect((await readAuditEvents(w, "sso.certificate_expiring")).map(({ target }) => target)).toEqual([
    w.workspaceId,
    w.workspaceId,
  ]);
});

test("checks every workspace by job, and skips one with a newer certificate", async () => {
  const [ending, safe, none] = [await makeWorkspace(), await makeWorkspace(), await makeWorkspace()];
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  await insertConnection(ending, [inDays(2)], false);
  await insertConnection(safe, [inDays(2), inDays(200)], false);
  const handlers = createJobHandlers(() => {
    throw new Error("The carrier must not be called.");
  });
  await handlers["sso.certificates"]({}, new AbortController().signal);
  const readNotices = [ending, safe, none].map((w) => readAuditEvents(w, "sso.certificate_expiring"));
  expect((await Promise.all(readNotices)).map(({ length }) => length)).toEqual([1, 0, 0]);
});

test("notifies a person only of sign-ins from a new browser", async () => {
  const w = await makeWorkspace();
  const [firstBrowser, secondBrowser] = [identifyBrowser(new Headers()), identifyBrowser(new Headers())];
  const signInFrom = (browser: string) =>
    signIn({
      email: w.ownerEmail,
      password: OWNER_PASSWORD,
      address: someAddress(),
      userAgent: null,
      browser,
    });
  await signInFrom(firstBrowser.digest);
  await signInFrom(firstBrowser.digest);
  expect(await readNotices(w)).toEqual([]);
  await w.member("owner");
  const { sid } = (await signInFrom(secondBrowser.digest)) as { sid: string };
  await signInFrom(secondBrowser.digest);
  expect(await readNotices(w)).toMatchObject([
    { kind: "session.new_browser", user_id: w.ownerUserId, subject: sid },
  ]);
  // The cookie grants no access, is hidden from scripts and identifies the browser again. An invalid cookie
  // is ignored.
  const cookiePair = secondBrowser.cookie.split(";")[0] ?? "";
  expect(identifyBrowser(new Headers({ cookie: cookiePair }))).toEqual(secondBrowser);
  expect(secondBrowser.cookie).toContain("HttpOnly");
  expect(secondBrowser.cookie).not.toContain(secondBrowser.digest);
  expect(identifyBrowser(new Headers({ cookie: "parley.browser=../x" })).digest).not.toBe(
    secondBrowser.digest,
  );
});

test("retries a mail after a temporary failure, but not after a permanent one", async () => {
  const w = await makeWorkspace();
  const notice = { notice: "password.reset", userId: w.ownerUserId, at: now() };
  const rejectMail = (forGood: boolean) => async () => Promise.reject(new MailRefusedError(forGood, "550"));
  await mailAccountNotice(notice, rejectMail(true));
  await expect(mailAccountNotice(notice, rejectMail(false))).rejects.toBeInstanceOf(MailRefusedError);
  expect(await mailNotice({ ...notice, notice: "nothing.known" })).toEqual([]);
});
