import { expect, test } from "vitest";
import { currentSession, newMember, newUser, type SignedIn, signIn } from "@/lib/identity/auth";
import { db, record } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { LIMITS } from "@/lib/platform/limits";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import { SESSION_COOKIE, sessionToken } from "./cookie";
import { signOut } from "./sign-out";

const given = (email: string, password = OWNER_PASSWORD, address = someAddress()) => ({
  email,
  password,
  address,
  userAgent: "a browser",
});
const now = () => new Date().toISOString();

const audited = (w: TestWorkspace) =>
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

/** The session that was opened. */
const sidOf = (signed: SignedIn): string => (typeof signed === "object" ? (signed?.sid ?? "") : "");

/** Who a page sees with this session's cookie. */
const seen = async (sid: string) =>
  currentSession({
    headers: new Headers({
      host: "localhost:3000",
      cookie: `${SESSION_COOKIE.name}=${await sessionToken(sid)}`,
    }),
  });

test("the right password opens a session, and the workspace's audit log says who, when and from where", async () => {
  const w = await makeWorkspace();
  const opened = await signIn(given(` ${w.ownerEmail.toUpperCase()} `, OWNER_PASSWORD, "198.51.100.4"));
  const sid = sidOf(opened);
  expect(await seen(sid)).toMatchObject({
    workspaceId: w.workspaceId,
    environment: "live",
    actor: { type: "member", id: w.ownerId, role: "owner" },
    session: { id: sid, userId: w.ownerUserId },
  });
  const event = { target: sid, actor_type: "member", actor_id: w.ownerId };
  expect(await audited(w)).toEqual([{ ...event, action: "session.opened", address: "198.51.100.4" }]);

  await signOut(sid);
  expect(await seen(sid)).toBeNull();
  await signOut(sid);
  expect((await audited(w)).map(({ action }) => action)).toEqual(["session.opened", "session.ended"]);
});

test("a wrong password, an unknown account, and one that belongs nowhere are refused alike, and nothing is written", async () => {
  const w = await makeWorkspace();
  const loner = `${newId("usr")}@example.test`;
  const { insert } = await newUser({ email: loner, name: "No One", password: OWNER_PASSWORD }, now());
  await record({ workspaceId: w.workspaceId }, { run: [insert] });
  const answers = await Promise.all([
    signIn(given(w.ownerEmail, "not the password")),
    signIn(given(w.ownerEmail, "")),
    signIn(given("nobody@example.test")),
    signIn(given("")),
    signIn(given(loner)),
  ]);
  expect(answers).toEqual([null, null, null, null, null]);
  expect(await audited(w)).toEqual([]);
});

test("attempts are counted by account, whether there is one or not, and by address", async () => {
  const w = await makeWorkspace();
  const limited = { code: "rate_limited", retryAfterS: expect.any(Number) };
  for (const email of [w.ownerEmail, `${newId("usr")}@example.test`]) {
    const attempts = Array.from({ length: LIMITS.signInAccount }, () => signIn(given(email, "wrong")));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set([null]));
    await expect(signIn(given(email.toUpperCase()))).rejects.toMatchObject(limited);
  }
  const address = someAddress();
  const somebody = () => signIn(given(`${newId("usr")}@example.test`, "wrong", address));
  await Promise.all(Array.from({ length: LIMITS.signInAddress }, somebody));
  await expect(somebody()).rejects.toMatchObject(limited);
});

test("a session opens the workspace that was looked at last, else the first", async () => {
  const [one, two] = [await makeWorkspace(), await makeWorkspace()];
  const joined = newMember(
    { workspaceId: two.workspaceId, userId: one.ownerUserId, role: "viewer" },
    new Date(Date.now() + 1_000).toISOString(),
  );
  await record({ workspaceId: two.workspaceId }, { run: [joined.insert] });
  const opened = async () => seen(sidOf(await signIn(given(one.ownerEmail))));
  expect((await opened())?.workspaceId).toBe(one.workspaceId);
  await one.cookie(one.ownerUserId);
  await two.cookie(one.ownerUserId);
  expect(await opened()).toMatchObject({
    workspaceId: two.workspaceId,
    actor: { id: joined.id, role: "viewer" },
  });
});
