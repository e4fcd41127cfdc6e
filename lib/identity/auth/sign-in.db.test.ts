import { expect, test } from "vitest";
import { newMember, newUser, readCurrentPrincipal, type SignInResult, signIn } from "@/lib/identity/auth";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { LIMITS } from "@/lib/platform/limits";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import { encodeSessionToken, SESSION_COOKIE } from "./cookie";
import { signOut } from "./sign-out";

const credentials = (email: string, password = OWNER_PASSWORD, address = someAddress()) => ({
  email,
  password,
  address,
  userAgent: "a browser",
});
const now = () => new Date().toISOString();

const readAuditEvents = (w: TestWorkspace) =>
  w
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "target", "actor_type", "actor_id", "address"])
        .where("workspace_id", "=", w.workspaceId)
        .where("action", "like", "session.%")
        .orderBy("seq"),
    );

/** The id of the opened session. */
const sidOf = (signed: SignInResult): string => (typeof signed === "object" ? (signed?.sid ?? "") : "");

/** The caller that a page reads with this session's cookie. */
const readPrincipal = async (sid: string) =>
  readCurrentPrincipal({
    headers: new Headers({
      host: "localhost:3000",
      cookie: `${SESSION_COOKIE.name}=${await encodeSessionToken(sid)}`,
    }),
  });

test("opens a session for the correct password and audits who signed in, when and from where", async () => {
  const w = await makeWorkspace();
  const opened = await signIn(credentials(` ${w.ownerEmail.toUpperCase()} `, OWNER_PASSWORD, "198.51.100.4"));
  const sid = sidOf(opened);
  expect(await readPrincipal(sid)).toMatchObject({
    workspaceId: w.workspaceId,
    environment: "live",
    actor: { type: "member", id: w.ownerId, role: "owner" },
    session: { id: sid, userId: w.ownerUserId },
  });
  const event = { target: sid, actor_type: "member", actor_id: w.ownerId };
  expect(await readAuditEvents(w)).toEqual([{ ...event, action: "session.opened", address: "198.51.100.4" }]);

  await signOut(sid, { requestId: "req_of_the_browser" });
  expect(await readPrincipal(sid)).toBeNull();
  await signOut(sid);
  expect((await readAuditEvents(w)).map(({ action }) => action)).toEqual(["session.opened", "session.ended"]);
  const reopened = await signIn({ ...credentials(w.ownerEmail), requestId: "req_of_the_browser" });
  const requests = await w
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "request_id"])
        .where("workspace_id", "=", w.workspaceId)
        .where("action", "like", "session.%")
        .where("request_id", "=", "req_of_the_browser")
        .orderBy("seq"),
    );
  expect(sidOf(reopened)).not.toBe("");
  expect(requests.map(({ action }) => action)).toEqual(["session.ended", "session.opened"]);
});

test("rejects a wrong password, an unknown account and one without a workspace alike, and writes nothing", async () => {
  const w = await makeWorkspace();
  const loner = `${newId("usr")}@example.test`;
  const { insert } = await newUser({ email: loner, name: "No One", password: OWNER_PASSWORD }, now());
  await writeUnaudited({ workspaceId: w.workspaceId }, { run: [insert] });
  const answers = await Promise.all([
    signIn(credentials(w.ownerEmail, "not the password")),
    signIn(credentials(w.ownerEmail, "")),
    signIn(credentials("nobody@example.test")),
    signIn(credentials("")),
    signIn(credentials(loner)),
  ]);
  expect(answers).toEqual([null, null, null, null, null]);
  expect(await readAuditEvents(w)).toEqual([]);
});

test("limits attempts by account, existing or not, and by client address", async () => {
  const w = await makeWorkspace();
  const limited = { code: "rate_limited", retryAfterS: expect.any(Number) };
  for (const email of [w.ownerEmail, `${newId("usr")}@example.test`]) {
    const attempts = Array.from({ length: LIMITS.signInAccount }, () => signIn(credentials(email, "wrong")));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set([null]));
    await expect(signIn(credentials(email.toUpperCase()))).rejects.toMatchObject(limited);
  }
  const address = someAddress();
  const signInUnknown = () => signIn(credentials(`${newId("usr")}@example.test`, "wrong", address));
  await Promise.all(Array.from({ length: LIMITS.signInAddress }, signInUnknown));
  await expect(signInUnknown()).rejects.toMatchObject(limited);
});

test("opens the last used workspace, else the first", async () => {
  const [firstWorkspace, secondWorkspace] = [await makeWorkspace(), await makeWorkspace()];
  const membership = newMember(
    { workspaceId: secondWorkspace.workspaceId, userId: firstWorkspace.ownerUserId, role: "viewer" },
    new Date(Date.now() + 1_000).toISOString(),
  );
  await writeUnaudited({ workspaceId: secondWorkspace.workspaceId }, { run: [membership.insert] });
  const opened = async () => readPrincipal(sidOf(await signIn(credentials(firstWorkspace.ownerEmail))));
  expect((await opened())?.workspaceId).toBe(firstWorkspace.workspaceId);
  await firstWorkspace.cookie(firstWorkspace.ownerUserId);
  await secondWorkspace.cookie(firstWorkspace.ownerUserId);
  expect(await opened()).toMatchObject({
    workspaceId: secondWorkspace.workspaceId,
    actor: { id: membership.id, role: "viewer" },
  });
});
