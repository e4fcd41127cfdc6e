import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SignedXml } from "xml-crypto";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import {
  endOwnSession,
  endOwnSessions,
  endPasswordSessions,
  listOwnSessions,
  listSessions,
  newMember,
  newUser,
  openSession,
  signIn,
  signInBySso,
  switchSession,
} from "@/lib/identity/auth";
import { openingsOf, passwordOpens } from "@/lib/identity/auth/memberships";
import { checkSession } from "@/lib/identity/auth/sessions";
import { withdrawKey } from "@/lib/identity/encryption";
import { give } from "@/lib/identity/encryption/testing/own-key";
import { db, record } from "@/lib/platform/db";
import { LIMITS } from "@/lib/platform/limits";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  beginSignIn,
  beginTest,
  makeBreakGlass,
  putSso,
  readSso,
  readTest,
  receive,
  removeSso,
  startTest,
  workspaceForEmail,
} from ".";
import { closeJackson, serviceKey } from "./jackson";
import { PutSso } from "./schema";
import { answerOf, askedBy } from "./testing/browser";
import { type Key, metadata, newKey, type Saying } from "./testing/idp";

/** A key, and jackson's own certificate, on a machine that is busy with something else. */
const SETUP_TIMEOUT_MS = 240_000;
const ISSUER = "https://idp.example.com";

let key: Key;
beforeAll(async () => {
  key = newKey();
  // It makes itself a certificate at its first start.
  await vi.waitFor(serviceKey, { timeout: SETUP_TIMEOUT_MS, interval: 100 });
}, SETUP_TIMEOUT_MS);
afterAll(closeJackson);

const now = () => new Date().toISOString();
let domains = 0;

type Connected = { space: TestWorkspace; domain: string; put(more?: object): Promise<unknown> };

/** A workspace on the Enterprise plan whose provider signs a confirmed domain in. */
async function connected(more: object = {}): Promise<Connected> {
  const space = await makeWorkspace();
  const domain = `acme-${process.pid}-${++domains}.example`;
  await runWorkspaceCommand(["plan", space.workspaceId, "enterprise"]);
  const put = (input: object = {}) =>
    putSso(space.ctx(), PutSso.parse({ domains: [domain], ...input }), (tx) =>
      endPasswordSessions(tx, space.workspaceId, now()),
    );
  await put({ metadata_xml: metadata(ISSUER, `${ISSUER}/sso`, [key.certificate]), ...more });
  await runWorkspaceCommand(["domain", space.workspaceId, domain]);
  return { space, domain, put };
}

type Began = { state: string; verifier: string; location: string };
async function begin(workspaceId: string): Promise<Began> {
  const [state, verifier] = [randomBytes(16).toString("hex"), randomBytes(32).toString("base64url")];
  const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
  return { state, verifier, location: await beginSignIn(workspaceId, { state, codeChallenge }) };
}

const answer = (began: Began, saying: Pick<Saying, "nameId"> & Partial<Saying>) =>
  answerOf(askedBy(began.location), key, { issuer: ISSUER, ...saying });

/** A sign-in from its beginning to a session. */
async function signInAs({ space }: Connected, nameId: string, saying: Partial<Saying> = {}) {
  const began = await begin(space.workspaceId);
  const received = await receive(space.workspaceId, answer(began, { nameId, ...saying }));
  if (received.kind !== "sign_in") throw new Error(JSON.stringify(received));
  expect(received.state).toBe(began.state);
  const { sid } = await signInBySso({
    workspaceId: space.workspaceId,
    code: received.code,
    verifier: began.verifier,
    address: "203.0.113.7",
    userAgent: "a test",
  });
  return { sid, session: await checkSession(sid, now()), began, received };
}

const eventsOf = async ({ space }: Connected) => {
  const rows = await space
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "after", "actor_type"])
        .where("workspace_id", "=", space.workspaceId)
        .orderBy("seq"),
    );
  return rows.map(({ action }) => action);
};

async function password(space: TestWorkspace, more: object = {}): Promise<{ sid: string } | null> {
  const from = { address: "203.0.113.7", userAgent: null };
  const opened = await signIn({ email: space.ownerEmail, password: OWNER_PASSWORD, ...from, ...more });
  if (typeof opened === "string") throw new Error(opened);
  return opened;
}

describe("a connection", { timeout: SETUP_TIMEOUT_MS }, () => {
  test("is refused on the standard plan, with what to do", async () => {
    const space = await makeWorkspace();
    const input = PutSso.parse({
      domains: [],
      metadata_xml: metadata(ISSUER, `${ISSUER}/sso`, [key.certificate]),
    });
    await expect(putSso(space.ctx(), input, async () => 0)).rejects.toMatchObject({ code: "plan_required" });
    expect(await readSso(space.ctx())).toMatchObject({ plan: "standard", connection: null });
  });

  test("is shown without its key, with the addresses that the provider is told, each workspace its own", async () => {
    const one = await connected();
    const shown = await readSso(one.space.ctx());
    expect(shown.service_provider.acs_url).toMatch(new RegExp(`/api/sso/${one.space.workspaceId}/acs$`));
    expect(shown.connection).toMatchObject({ entity_id: ISSUER, enforced: false, last_success_at: null });
    expect(shown.connection?.certificates).toMatchObject([{ state: "valid" }]);
    expect(shown.domains).toMatchObject([{ domain: one.domain, confirmed_at: expect.any(String) }]);
  });

  test("warns of a certificate that is about to run out, beside its successor", async () => {
    const DAY_MS = 86_400_000;
    const ending = newKey({ notAfter: new Date(Date.now() + 20 * DAY_MS) });
    const one = await connected({
      metadata_xml: metadata(ISSUER, `${ISSUER}/sso`, [ending.certificate, key.certificate]),
    });
    const { connection } = await readSso(one.space.ctx());
    expect(connection?.certificates.map(({ state }) => state)).toEqual(["expiring", "valid"]);
    expect((await signInAs(one, `new@${one.domain}`)).session?.role).toBe("viewer");
  });

  test("rolls a certificate over without a sign-in lost: the old one, both, the new one", async () => {
    const next = newKey();
    const one = await connected();
    const publish = (...keys: Key[]) =>
      one.put({
        metadata_xml: metadata(
          ISSUER,
          `${ISSUER}/sso`,
          keys.map(({ certificate }) => certificate),
        ),
      });
    const tried = async (signer: Key) => {
      const began = await begin(one.space.workspaceId);
      const posted = answerOf(askedBy(began.location), signer, {
        issuer: ISSUER,
        nameId: `ada@${one.domain}`,
      });
      const received = await receive(one.space.workspaceId, posted);
      return received.kind === "refused" ? received.code : received.kind;
    };
    expect([await tried(key), await tried(next)]).toEqual(["sign_in", "signature"]);
    await publish(key, next);
    expect([await tried(key), await tried(next)]).toEqual(["sign_in", "sign_in"]);
    await publish(next);
    expect([await tried(key), await tried(next)]).toEqual(["signature", "sign_in"]);
  });

  test("confirms no domain by itself, nor one that is another workspace's", async () => {
    const [one, other] = [await connected(), await connected()];
    await other.put({ domains: [other.domain, one.domain] });
    await expect(runWorkspaceCommand(["domain", other.space.workspaceId, one.domain])).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(
      runWorkspaceCommand(["domain", one.space.workspaceId, "never.example"]),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await workspaceForEmail(`anybody@${one.domain.toUpperCase()}`)).toBe(one.space.workspaceId);
    expect(await workspaceForEmail(`nobody@${one.domain}`)).toBe(one.space.workspaceId);
    expect(await workspaceForEmail("anybody@never.example")).toBeNull();
  });
});

describe("a sign-in", { timeout: SETUP_TIMEOUT_MS }, () => {
  test("makes a member of somebody new, with the role of the strongest rule, and never an owner", async () => {
    const one = await connected({
      role_mapping: {
        attribute: "groups",
        rules: [
          { value: "eng", role: "builder" },
          { value: "boss", role: "admin" },
        ],
        default_role: "viewer",
      },
    });
    const ada = `ada@${one.domain}`;
    const first = await signInAs(one, ada, {
      attributes: { groups: ["eng", "boss"], displayName: ["Ada L"] },
    });
    expect(first.session).toMatchObject({ workspaceId: one.space.workspaceId, role: "admin" });
    const again = await signInAs(one, ada, { attributes: { groups: ["eng"] } });
    expect(again.session).toMatchObject({ userId: first.session?.userId, role: "builder" });
    expect(() =>
      PutSso.parse({ domains: [], role_mapping: { attribute: "g", rules: [{ value: "x", role: "owner" }] } }),
    ).toThrow();
    const events = await eventsOf(one);
    expect(events.slice(-4)).toEqual([
      "member.added",
      "session.opened",
      "member.role_changed",
      "session.opened",
    ]);
  });

  test.each([
    ["foreign_domain", "eve@elsewhere.example", {}],
    ["no_email", "somebody", {}],
  ])("is refused (%s) for %s", async (code, nameId, saying) => {
    const one = await connected();
    const began = await begin(one.space.workspaceId);
    expect(await receive(one.space.workspaceId, answer(began, { nameId, ...saying }))).toEqual({
      kind: "refused",
      code,
    });
  });

  test("is refused to whom no rule fits, where there is no default role", async () => {
    const one = await connected({ role_mapping: { attribute: "groups", rules: [], default_role: null } });
    const began = await begin(one.space.workspaceId);
    const received = await receive(one.space.workspaceId, answer(began, { nameId: `ada@${one.domain}` }));
    expect(received).toEqual({ kind: "refused", code: "no_role" });
  });

  test("is verified in a thread: this one checks no signature, neither for itself nor for jackson", async () => {
    const one = await connected();
    const checks = vi.spyOn(SignedXml.prototype, "checkSignature");
    expect((await signInAs(one, `new@${one.domain}`)).session?.role).toBe("viewer");
    expect(checks).not.toHaveBeenCalled();
    checks.mockRestore();
  });

  test("of one request are ten, so that nobody can have this service verify without end", async () => {
    const one = await connected();
    const began = await begin(one.space.workspaceId);
    const { relay } = answer(began, { nameId: `new@${one.domain}` });
    const forged = { relay, response: Buffer.from("<a/>").toString("base64") };
    for (let n = 0; n < LIMITS.ssoRequest; n++)
      expect(await receive(one.space.workspaceId, forged)).toEqual({ kind: "refused", code: "malformed" });
    expect(await receive(one.space.workspaceId, forged)).toEqual({ kind: "refused", code: "busy" });
  });

  test("of one assertion brought eight times at once, one gets through", async () => {
    const one = await connected();
    const posted = answer(await begin(one.space.workspaceId), { nameId: `ada@${one.domain}` });
    const all = await Promise.all(Array.from({ length: 8 }, () => receive(one.space.workspaceId, posted)));
    expect(all.filter(({ kind }) => kind === "sign_in")).toHaveLength(1);
    expect(all.filter(({ kind }) => kind === "refused")).toHaveLength(7);
    expect(await receive(one.space.workspaceId, posted)).toMatchObject({ kind: "refused" });
  });

  test("takes an assertion once, although a second request would wait for it", async () => {
    const one = await connected();
    const [first, second] = [await begin(one.space.workspaceId), await begin(one.space.workspaceId)];
    const saying = { nameId: `ada@${one.domain}`, id: "_the-same-assertion" };
    expect((await receive(one.space.workspaceId, answer(first, saying))).kind).toBe("sign_in");
    expect(await receive(one.space.workspaceId, answer(second, saying))).toEqual({
      kind: "refused",
      code: "replayed",
    });
  });

  test("is the browser's that began it: not with another's request, state, verifier, nor a second time", async () => {
    const one = await connected();
    const { workspaceId } = one.space;
    const [mine, theirs] = [await begin(workspaceId), await begin(workspaceId)];
    const stolen = answer(theirs, { nameId: `ada@${one.domain}` });
    const crossed = { ...stolen, relay: askedBy(mine.location).relay };
    expect(await receive(workspaceId, crossed)).toEqual({ kind: "refused", code: "not_begun_here" });
    const received = await receive(workspaceId, stolen);
    if (received.kind !== "sign_in") throw new Error(received.kind);
    const redeem = (verifier: string) =>
      signInBySso({ workspaceId, code: received.code, verifier, address: null, userAgent: null });
    await expect(redeem(mine.verifier)).rejects.toMatchObject({ code: "provider" });
    // The code is gone with the wrong try: whoever has it does not get a second one.
    await expect(redeem(theirs.verifier)).rejects.toMatchObject({ code: "not_begun_here" });
  });

  test("of one workspace opens no other of the same provider", async () => {
    const [one, other] = [await connected(), await connected()];
    const began = await begin(one.space.workspaceId);
    const posted = answer(began, { nameId: `ada@${one.domain}` });
    expect(await receive(other.space.workspaceId, posted)).toEqual({
      kind: "refused",
      code: "not_begun_here",
    });
    const there = await begin(other.space.workspaceId);
    const meant = answer(there, { nameId: `ada@${one.domain}` });
    expect(await receive(other.space.workspaceId, meant)).toEqual({
      kind: "refused",
      code: "foreign_domain",
    });
  });

  test("that nobody asked for opens nothing, and begins one only where that is switched on", async () => {
    const one = await connected();
    const posted = {
      ...answer(await begin(one.space.workspaceId), { nameId: `ada@${one.domain}` }),
      relay: "",
    };
    expect(await receive(one.space.workspaceId, posted)).toEqual({ kind: "refused", code: "not_begun_here" });
    await one.put({ idp_initiated: true });
    expect(await receive(one.space.workspaceId, posted)).toEqual({ kind: "unasked" });
  });

  test("opens nothing to whoever made an account under the person's address before them", async () => {
    const one = await connected();
    const email = `ada@${one.domain}`;
    // By an invitation to a workspace of their own, whose link they copied, and with a password of theirs.
    const theirs = await makeWorkspace();
    const user = await newUser({ email, name: "Eve", password: OWNER_PASSWORD }, now());
    const member = newMember({ workspaceId: theirs.workspaceId, userId: user.id, role: "viewer" }, now());
    await record({ workspaceId: theirs.workspaceId }, { run: [user.insert, member.insert] });
    const { session } = await signInAs(one, email);
    expect(session).toMatchObject({ userId: user.id, workspaceId: one.space.workspaceId });
    const from = { email, password: OWNER_PASSWORD, address: null, userAgent: null };
    const opened = (await signIn(from)) as { sid: string };
    expect((await checkSession(opened.sid, now()))?.workspaceId).toBe(theirs.workspaceId);
    const ctx = { ...theirs.ctx(), session: { id: opened.sid, userId: user.id } };
    await expect(switchSession(ctx, { workspace_id: one.space.workspaceId })).rejects.toMatchObject({
      details: [expect.objectContaining({ code: "sso_required" })],
    });
  });

  test("tells and ends nothing of the person's sessions elsewhere", async () => {
    const one = await connected();
    const elsewhere = await makeWorkspace();
    const { sid, session } = await signInAs(one, `ada@${one.domain}`);
    if (session === null) throw new Error("There is no session.");
    const { userId } = session;
    const other = await openSession(
      { userId, workspaceId: elsewhere.workspaceId, address: "198.51.100.9", userAgent: null },
      now(),
    );
    const ctx = { ...one.space.ctx(), session: { id: sid, userId } };
    expect((await listOwnSessions(ctx)).data.map(({ id }) => id)).toEqual([sid]);
    await expect(endOwnSession(ctx, other.sid)).rejects.toMatchObject({ code: "not_found" });
    await endOwnSessions(ctx);
    const row = await listSessions(userId, now());
    expect(row.map(({ id }) => id)).toEqual([other.sid]);
  });

  test("goes on while the workspace is locked, and so does its test: who can unlock it gets in", async () => {
    const one = await connected();
    await give(one.space, randomBytes(32));
    await withdrawKey(one.space.ctx());
    expect((await signInAs(one, `ada@${one.domain}`)).session?.role).toBe("viewer");
    const { url } = await startTest(one.space.ctx());
    const location = await beginTest(one.space.workspaceId, url.split("/").at(-1) ?? "");
    const posted = answerOf(askedBy(location), key, { issuer: ISSUER, nameId: `ada@${one.domain}` });
    expect(await receive(one.space.workspaceId, posted)).toEqual({ kind: "test" });
    expect(await readTest(one.space.ctx())).toMatchObject({
      state: "worked",
      received: { name_id: `ada@${one.domain}` },
    });
  });

  test("leaves the session in its workspace", async () => {
    const one = await connected();
    const elsewhere = await makeWorkspace();
    const { sid, session } = await signInAs(one, `ada@${one.domain}`);
    if (session === null) throw new Error("There is no session.");
    const row = { id: `mem_${"0".repeat(25)}${domains % 10}`, workspace_id: elsewhere.workspaceId };
    const member = { ...row, user_id: session.userId, role: "viewer", created_at: now() };
    await record({ workspaceId: elsewhere.workspaceId }, { run: [db.insertInto("members").values(member)] });
    const ctx = { ...one.space.ctx(), session: { id: sid, userId: session.userId } };
    await expect(switchSession(ctx, { workspace_id: elsewhere.workspaceId })).rejects.toMatchObject({
      details: [expect.objectContaining({ code: "bound_to_workspace" })],
    });
  });
});

describe("a test", { timeout: SETUP_TIMEOUT_MS }, () => {
  async function tried(one: Connected, saying: Partial<Saying> & Pick<Saying, "nameId">) {
    const { url } = await startTest(one.space.ctx());
    expect(await readTest(one.space.ctx())).toMatchObject({ state: "waiting" });
    const location = await beginTest(one.space.workspaceId, url.split("/").at(-1) ?? "");
    const posted = answerOf(askedBy(location), key, { issuer: ISSUER, ...saying });
    expect(await receive(one.space.workspaceId, posted)).toEqual({ kind: "test" });
    return readTest(one.space.ctx());
  }

  test("shows what was received, opens no session, and lets the provider be enforced", async () => {
    const one = await connected();
    await expect(one.put({ enforced: true })).rejects.toMatchObject({ code: "invalid_state" });
    expect(await tried(one, { nameId: `ada@${one.domain}`, attributes: { groups: ["eng"] } })).toEqual({
      state: "worked",
      reason: null,
      received: { name_id: `ada@${one.domain}`, attributes: [{ name: "groups", values: ["eng"] }] },
      would_be: { email: `ada@${one.domain}`, name: "ada", role: "viewer" },
    });
    expect(await eventsOf(one)).not.toContain("session.opened");
    await one.put({ enforced: true });
    expect(await eventsOf(one)).toContain("sso.enforced");
  });

  test("shows what was received where somebody would not be let in, and that is no success", async () => {
    const one = await connected();
    expect(await tried(one, { nameId: "ada@elsewhere.example" })).toMatchObject({
      state: "refused",
      reason: { code: "foreign_domain" },
      received: { name_id: "ada@elsewhere.example" },
      would_be: null,
    });
    await expect(one.put({ enforced: true })).rejects.toMatchObject({ code: "invalid_state" });
  });

  test("of another provider counts for nothing", async () => {
    const one = await connected();
    await tried(one, { nameId: `ada@${one.domain}` });
    const other = metadata("https://other.example.com", "https://other.example.com/sso", [key.certificate]);
    await expect(one.put({ metadata_xml: other, enforced: true })).rejects.toMatchObject({
      code: "invalid_state",
    });
  });
});

describe("enforced", { timeout: SETUP_TIMEOUT_MS }, () => {
  async function enforced(): Promise<Connected> {
    const one = await connected();
    await signInAs(one, `ada@${one.domain}`);
    await one.put({ enforced: true });
    return one;
  }

  test("it ends sessions of passwords and no others, and lets no password in nor be reset", async () => {
    const one = await connected();
    const opened = await password(one.space);
    const bySso = await signInAs(one, `ada@${one.domain}`);
    await one.put({ enforced: true });
    expect(await checkSession(opened?.sid ?? "", now())).toBeNull();
    expect(await checkSession(bySso.sid, now())).not.toBeNull();
    await expect(password(one.space)).rejects.toMatchObject({ code: "forbidden" });
    expect(await password(one.space, { password: "a wrong password" })).toBeNull();
    expect(await passwordOpens(one.space.ownerUserId)).toBe(false);
    await one.put({ enforced: false });
    expect(await password(one.space)).not.toBeNull();
    expect(await passwordOpens(one.space.ownerUserId)).toBe(true);
  });

  test("it leaves a person's password for their other workspaces, and no way from there", async () => {
    const one = await enforced();
    const elsewhere = await makeWorkspace();
    const member = {
      id: `mem_${"1".repeat(25)}${domains % 10}`,
      workspace_id: elsewhere.workspaceId,
      user_id: one.space.ownerUserId,
      role: "viewer",
      created_at: now(),
    };
    await record({ workspaceId: elsewhere.workspaceId }, { run: [db.insertInto("members").values(member)] });
    const opened = await password(one.space);
    expect((await checkSession(opened?.sid ?? "", now()))?.workspaceId).toBe(elsewhere.workspaceId);
    const { enforced: shut } = await openingsOf(one.space.ownerUserId);
    expect(shut.map(({ workspaceId }) => workspaceId)).toEqual([one.space.workspaceId]);
    const ctx = {
      ...elsewhere.ctx(),
      session: { id: opened?.sid ?? "", userId: one.space.ownerUserId },
    };
    await expect(switchSession(ctx, { workspace_id: one.space.workspaceId })).rejects.toMatchObject({
      details: [expect.objectContaining({ code: "sso_required" })],
    });
  });

  test("a break-glass code lets its one owner in by their password, once, and the log says so loudly", async () => {
    const one = await enforced();
    const { code } = await makeBreakGlass(one.space.ctx());
    expect(await readSso(one.space.ctx())).toMatchObject({ break_glass: { member_id: one.space.ownerId } });
    expect(JSON.stringify(await readSso(one.space.ctx()))).not.toContain(code);
    expect(await password(one.space, { breakGlass: "00000-00000" })).toBeNull();
    expect(await password(one.space, { breakGlass: code, password: "a wrong password" })).toBeNull();
    const opened = await password(one.space, { breakGlass: code.toUpperCase().replaceAll("-", " ") });
    expect((await checkSession(opened?.sid ?? "", now()))?.role).toBe("owner");
    expect(await password(one.space, { breakGlass: code })).toBeNull();
    expect(await eventsOf(one)).toEqual(
      expect.arrayContaining(["sso.break_glass_created", "sso.break_glass_used"]),
    );
    expect(await readSso(one.space.ctx())).toMatchObject({ break_glass: null });
  });

  test("of eight who use a code at once, one gets in", async () => {
    const one = await enforced();
    const { code } = await makeBreakGlass(one.space.ctx());
    const all = await Promise.all(Array.from({ length: 8 }, () => password(one.space, { breakGlass: code })));
    expect(all.filter((opened) => opened !== null)).toHaveLength(1);
  });

  test("it is over with the connection", async () => {
    const one = await enforced();
    await removeSso(one.space.ctx());
    expect(await password(one.space)).not.toBeNull();
    await expect(begin(one.space.workspaceId)).rejects.toMatchObject({ code: "not_connected" });
    await removeSso(one.space.ctx());
    expect((await eventsOf(one)).filter((action) => action === "sso.disconnected")).toHaveLength(1);
  });
});
