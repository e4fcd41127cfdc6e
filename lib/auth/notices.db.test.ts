import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

// The operator has set a mail server, before anything of the product is loaded. Nothing is sent to it here.
vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "Parley <parley@example.com>";
  process.env.PARLEY_BASE_URL = "https://parley.example.com";
});

import { verbsOf } from "@/bin/worker/verbs";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import { changePassword, giveBreakGlass, listSessions, mailNotice, signIn } from "@/lib/auth";
import type { Ctx } from "@/lib/context";
import { databaseUrl, db, json, record } from "@/lib/db";
import type { Jobs } from "@/lib/jobs";
import { type Mail, MailRefused } from "@/lib/mail";
import { changeRole } from "@/lib/members";
import { warnOfCertificates } from "@/lib/sso";
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
    place: null,
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
  expect(await waiting()).toEqual([]);
  await signIn({ ...given, breakGlass });
  const notices = await waiting();
  expect(notices.map(({ userId }) => userId)).toEqual([w.ownerUserId, second.userId].sort());
  expect(await audited(w, "sso.break_glass_used")).toHaveLength(1);
  const [first] = notices;
  if (first === undefined) throw new Error("Nobody is told.");
  const [mail] = await mailed(first);
  expect(mail?.text).toContain("Workspace: Test workspace");
  expect(JSON.stringify([notices, mail])).not.toContain(breakGlass);
  // Who is no owner any more by the time it is sent is told nothing of the workspace.
  await changeRole(w.ctx(), second.id, { role: "viewer" });
  expect(await mailed({ ...first, userId: second.userId })).toEqual([]);
});

test("owners are told of the last certificate that runs out, a month and a week before, once each", async () => {
  const w = await makeWorkspace();
  const at = Date.parse(now());
  const inDays = (days: number) => new Date(at + days * DAY_MS).toISOString();
  await enforce(w, [inDays(3), inDays(20)]);
  const ask = (day: number) => warnOfCertificates({ ...w.ctx(), now: () => inDays(day) });
  await ask(-15);
  expect(await waiting()).toEqual([]);
  for (const day of [0, 0, 1]) await ask(day);
  expect(await waiting()).toMatchObject([{ notice: "sso.certificate_expiring", userId: w.ownerUserId }]);
  for (const day of [14, 15, 21]) await ask(day);
  expect(await waiting()).toHaveLength(2);
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
  const verbs = verbsOf(() => {
    throw new Error("No carrier is asked.");
  });
  await verbs["sso.certificates"]({}, new AbortController().signal);
  const told = [ending, safe, none].map((w) => audited(w, "sso.certificate_expiring"));
  expect((await Promise.all(told)).map(({ length }) => length)).toEqual([1, 0, 0]);
});

test("a mail that is refused for good is not sent again, any other is", async () => {
  const w = await makeWorkspace();
  const notice = { notice: "password.reset", userId: w.ownerUserId, place: null, at: now() };
  const refuse = (forGood: boolean) => async () => Promise.reject(new MailRefused(forGood, "550"));
  await mailNotice(notice, refuse(true));
  await expect(mailNotice(notice, refuse(false))).rejects.toBeInstanceOf(MailRefused);
  expect(await mailed({ ...notice, notice: "nothing.known" })).toEqual([]);
});
