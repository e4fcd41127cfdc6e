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
} from "@/lib/identity/auth";
import { canResetPassword, readPasswordAccess } from "@/lib/identity/auth/memberships";
import { checkSession } from "@/lib/identity/auth/sessions";
import { withdrawCustomerKey } from "@/lib/identity/encryption";
import { giveCustomerKey } from "@/lib/identity/encryption/testing/customer-key";
import { db, writeUnaudited } from "@/lib/platform/db";
import { LIMITS } from "@/lib/platform/limits";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  beginSignIn,
  beginTest,
  createBreakGlassCode,
  createTest,
  findWorkspaceByEmail,
  putSso,
  readSso,
  readSsoTest,
  receiveResponse,
  removeSso,
} from ".";
import { closeJackson, readServiceKey } from "./jackson";
import { PutSso } from "./schema";
import { buildSignedResponse, parseRequest } from "./testing/authn-request";
import { buildIdpMetadata, type IdpKey, newIdpKey, type ResponseOptions } from "./testing/idp";

/** Generating a key and jackson's certificate on a busy machine. */
const SETUP_TIMEOUT_MS = 240_000;
const ISSUER = "https://idp.example.com";

let key: IdpKey;
beforeAll(async () => {
  key = newIdpKey();
  // jackson generates its certificate at its first start.
  await vi.waitFor(readServiceKey, { timeout: SETUP_TIMEOUT_MS, interval: 100 });
}, SETUP_TIMEOUT_MS);
afterAll(closeJackson);

const now = () => new Date().toISOString();
let domains = 0;

type SsoWorkspace = { space: TestWorkspace; domain: string; save(more?: object): Promise<unknown> };

/** Creates a workspace on the Enterprise plan with a provider and a confirmed domain. */
async function createSsoWorkspace(more: object = {}): Promise<SsoWorkspace> {
  const space = await makeWorkspace();
  const domain = `acme-${process.pid}-${++domains}.example`;
  await runWorkspaceCommand(["plan", space.workspaceId, "enterprise"]);
  const save = (input: object = {}) =>
    putSso(space.ctx(), PutSso.parse({ domains: [domain], ...input }), (tx) =>
      endPasswordSessions(tx, space.workspaceId, now()),
    );
  await save({ metadata_xml: buildIdpMetadata(ISSUER, `${ISSUER}/sso`, [key.certificate]), ...more });
  await runWorkspaceCommand(["domain", space.workspaceId, domain]);
  return { space, domain, save };
}

type StartedSignIn = { state: string; verifier: string; location: string };
async function startSignIn(workspaceId: string): Promise<StartedSignIn> {
  const [state, verifier] = [randomBytes(16).toString("hex"), randomBytes(32).toString("base64url")];
  const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
  return { state, verifier, location: await beginSignIn(workspaceId, { state, codeChallenge }) };
}

const buildAnswer = (
  started: StartedSignIn,
  options: Pick<ResponseOptions, "nameId"> & Partial<ResponseOptions>,
) => buildSignedResponse(parseRequest(started.location), key, { issuer: ISSUER, ...options });

/** A complete sign-in up to its session. */
async function signInAs({ space }: SsoWorkspace, nameId: string, options: Partial<ResponseOptions> = {}) {
  const started = await startSignIn(space.workspaceId);
  const received = await receiveResponse(space.workspaceId, buildAnswer(started, { nameId, ...options }));
  if (received.kind !== "sign_in") throw new Error(JSON.stringify(received));
  expect(received.state).toBe(started.state);
  const { sid } = await signInBySso({
    workspaceId: space.workspaceId,
    code: received.code,
    verifier: started.verifier,
    address: "203.0.113.7",
    userAgent: "a test",
  });
  return { sid, session: await sessionOf(sid), started, received };
}

/** The session in its last workspace; null if it is not open there. */
async function sessionOf(sid: string) {
  const session = await checkSession(sid, now());
  return session === "not_open" ? null : session;
}
/** Whether a session opens a workspace. */
const opens = async (sid: string, { workspaceId }: TestWorkspace) =>
  (await checkSession(sid, now(), { workspaceId, environment: "live" })) !== "not_open";

const listActions = async ({ space }: SsoWorkspace) => {
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

async function signInByPassword(space: TestWorkspace, more: object = {}): Promise<{ sid: string } | null> {
  const from = { address: "203.0.113.7", userAgent: null };
  const opened = await signIn({ email: space.ownerEmail, password: OWNER_PASSWORD, ...from, ...more });
  if (typeof opened === "string") throw new Error(opened);
  return opened;
}

describe("a connection", { timeout: SETUP_TIMEOUT_MS }, () => {
  test("is rejected on the standard plan with a hint", async () => {
    const space = await makeWorkspace();
    const input = PutSso.parse({
      domains: [],
      metadata_xml: buildIdpMetadata(ISSUER, `${ISSUER}/sso`, [key.certificate]),
    });
    await expect(putSso(space.ctx(), input, async () => 0)).rejects.toMatchObject({ code: "plan_required" });
    expect(await readSso(space.ctx())).toMatchObject({ plan: "standard", connection: null });
  });

  test("is not changed by a request that has read an older state, and a confirmed domain is no change", async () => {
    const { space, domain, save } = await createSsoWorkspace();
    const { revision } = await readSso(space.ctx());
    const change = (ifMatch: string, more: object) =>
      putSso(space.ctx(), PutSso.parse({ domains: [domain], ...more }), async () => 0, {
        ifMatch: [ifMatch],
      });
    const changed = await change(revision, { idp_initiated: true });
    expect(changed.revision).not.toBe(revision);
    await expect(change(revision, { domains: [] })).rejects.toMatchObject({
      code: "precondition_failed",
      reason: "sso_changed",
    });
    expect((await readSso(space.ctx())).domains).toMatchObject([{ domain }]);
    await save();
    expect((await readSso(space.ctx())).revision).toBe(revision);
  });

  test("is shown without its certificate, with the workspace's own URLs for the provider", async () => {
    const acme = await createSsoWorkspace();
    const sso = await readSso(acme.space.ctx());
    expect(sso.service_provider.acs_url).toMatch(new RegExp(`/api/sso/${acme.space.workspaceId}/acs$`));
    expect(sso.connection).toMatchObject({ entity_id: ISSUER, enforced: false, last_success_at: null });
    expect(sso.connection?.certificates).toMatchObject([{ state: "valid" }]);
    expect(sso.domains).toMatchObject([{ domain: acme.domain, confirmed_at: expect.any(String) }]);
  });

  test("shows an expiring certificate and its successor", async () => {
    const DAY_MS = 86_400_000;
    const ending = newIdpKey({ notAfter: new Date(Date.now() + 20 * DAY_MS) });
    const acme = await createSsoWorkspace({
      metadata_xml: buildIdpMetadata(ISSUER, `${ISSUER}/sso`, [ending.certificate, key.certificate]),
    });
    const { connection } = await readSso(acme.space.ctx());
    expect(connection?.certificates.map(({ state }) => state)).toEqual(["expiring", "valid"]);
    expect((await signInAs(acme, `new@${acme.domain}`)).session?.role).toBe("viewer");
  });

  test("rolls certificates over without failed sign-ins: the old one, both, the new one", async () => {
    const next = newIdpKey();
    const acme = await createSsoWorkspace();
    const publish = (...keys: IdpKey[]) =>
      acme.save({
        metadata_xml: buildIdpMetadata(
          ISSUER,
          `${ISSUER}/sso`,
          keys.map(({ certificate }) => certificate),
        ),
      });
    const trySigner = async (signer: IdpKey) => {
      const started = await startSignIn(acme.space.workspaceId);
      const posted = buildSignedResponse(parseRequest(started.location), signer, {
        issuer: ISSUER,
        nameId: `ada@${acme.domain}`,
      });
      const received = await receiveResponse(acme.space.workspaceId, posted);
      return received.kind === "refused" ? received.code : received.kind;
    };
    expect([await trySigner(key), await trySigner(next)]).toEqual(["sign_in", "signature"]);
    await publish(key, next);
    expect([await trySigner(key), await trySigner(next)]).toEqual(["sign_in", "sign_in"]);
    await publish(next);
    expect([await trySigner(key), await trySigner(next)]).toEqual(["signature", "sign_in"]);
  });

  test("cannot confirm an unclaimed domain or one of another workspace", async () => {
    const [acme, globex] = [await createSsoWorkspace(), await createSsoWorkspace()];
    await globex.save({ domains: [globex.domain, acme.domain] });
    await expect(
      runWorkspaceCommand(["domain", globex.space.workspaceId, acme.domain]),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(
      runWorkspaceCommand(["domain", acme.space.workspaceId, "never.example"]),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await findWorkspaceByEmail(`anybody@${acme.domain.toUpperCase()}`)).toBe(acme.space.workspaceId);
    expect(await findWorkspaceByEmail(`nobody@${acme.domain}`)).toBe(acme.space.workspaceId);
    expect(await findWorkspaceByEmail("anybody@never.example")).toBeNull();
  });
});

describe("a sign-in", { timeout: SETUP_TIMEOUT_MS }, () => {
  test("creates a member with the role of the strongest rule, and never an owner", async () => {
    const acme = await createSsoWorkspace({
      role_mapping: {
        attribute: "groups",
        rules: [
          { value: "eng", role: "builder" },
          { value: "boss", role: "admin" },
        ],
        default_role: "viewer",
      },
    });
    const ada = `ada@${acme.domain}`;
    const first = await signInAs(acme, ada, {
      attributes: { groups: ["eng", "boss"], displayName: ["Ada L"] },
    });
    expect(first.session).toMatchObject({ workspaceId: acme.space.workspaceId, role: "admin" });
    const secondSignIn = await signInAs(acme, ada, { attributes: { groups: ["eng"] } });
    expect(secondSignIn.session).toMatchObject({ userId: first.session?.userId, role: "builder" });
    expect(() =>
      PutSso.parse({ domains: [], role_mapping: { attribute: "g", rules: [{ value: "x", role: "owner" }] } }),
    ).toThrow();
    const events = await listActions(acme);
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
  ])("is rejected (%s) for %s", async (code, nameId, options) => {
    const acme = await createSsoWorkspace();
    const started = await startSignIn(acme.space.workspaceId);
    expect(
      await receiveResponse(acme.space.workspaceId, buildAnswer(started, { nameId, ...options })),
    ).toEqual({
      kind: "refused",
      code,
    });
  });

  test("is rejected without a matching rule or a default role", async () => {
    const acme = await createSsoWorkspace({
      role_mapping: { attribute: "groups", rules: [], default_role: null },
    });
    const started = await startSignIn(acme.space.workspaceId);
    const received = await receiveResponse(
      acme.space.workspaceId,
      buildAnswer(started, { nameId: `ada@${acme.domain}` }),
    );
    expect(received).toEqual({ kind: "refused", code: "no_role" });
  });

  test("is verified in a worker thread: the main thread checks no signature, jackson's included", async () => {
    const acme = await createSsoWorkspace();
    const checks = vi.spyOn(SignedXml.prototype, "checkSignature");
    expect((await signInAs(acme, `new@${acme.domain}`)).session?.role).toBe("viewer");
    expect(checks).not.toHaveBeenCalled();
    checks.mockRestore();
  });

  test("is limited to ten responses per request, which bounds the cost of verification", async () => {
    const acme = await createSsoWorkspace();
    const started = await startSignIn(acme.space.workspaceId);
    const { relay } = buildAnswer(started, { nameId: `new@${acme.domain}` });
    const forgedResponse = { relay, response: Buffer.from("<a/>").toString("base64") };
    for (let n = 0; n < LIMITS.ssoRequest; n++)
      expect(await receiveResponse(acme.space.workspaceId, forgedResponse)).toEqual({
        kind: "refused",
        code: "malformed",
      });
    expect(await receiveResponse(acme.space.workspaceId, forgedResponse)).toEqual({
      kind: "refused",
      code: "busy",
    });
  });

  test("accepts one of eight concurrent uses of an assertion", async () => {
    const acme = await createSsoWorkspace();
    const posted = buildAnswer(await startSignIn(acme.space.workspaceId), { nameId: `ada@${acme.domain}` });
    const all = await Promise.all(
      Array.from({ length: 8 }, () => receiveResponse(acme.space.workspaceId, posted)),
    );
    expect(all.filter(({ kind }) => kind === "sign_in")).toHaveLength(1);
    expect(all.filter(({ kind }) => kind === "refused")).toHaveLength(7);
    expect(await receiveResponse(acme.space.workspaceId, posted)).toMatchObject({ kind: "refused" });
  });

  test("accepts an assertion once, even with a second pending request", async () => {
    const acme = await createSsoWorkspace();
    const [first, second] = [
      await startSignIn(acme.space.workspaceId),
      await startSignIn(acme.space.workspaceId),
    ];
    const options = { nameId: `ada@${acme.domain}`, id: "_the-same-assertion" };
    expect((await receiveResponse(acme.space.workspaceId, buildAnswer(first, options))).kind).toBe("sign_in");
    expect(await receiveResponse(acme.space.workspaceId, buildAnswer(second, options))).toEqual({
      kind: "refused",
      code: "replayed",
    });
  });

  test("works only for the browser that began it, and only once", async () => {
    const acme = await createSsoWorkspace();
    const { workspaceId } = acme.space;
    const [ownSignIn, attackerWorkspace] = [await startSignIn(workspaceId), await startSignIn(workspaceId)];
    const otherResponse = buildAnswer(attackerWorkspace, { nameId: `ada@${acme.domain}` });
    const crossed = { ...otherResponse, relay: parseRequest(ownSignIn.location).relay };
    expect(await receiveResponse(workspaceId, crossed)).toEqual({ kind: "refused", code: "not_begun_here" });
    const received = await receiveResponse(workspaceId, otherResponse);
    if (received.kind !== "sign_in") throw new Error(received.kind);
    const redeem = (verifier: string) =>
      signInBySso({ workspaceId, code: received.code, verifier, address: null, userAgent: null });
    await expect(redeem(ownSignIn.verifier)).rejects.toMatchObject({ code: "provider" });
    // A failed attempt consumes the code, so that it cannot be tried again.
    await expect(redeem(attackerWorkspace.verifier)).rejects.toMatchObject({ code: "not_begun_here" });
  });

  test("of one workspace opens no other workspace of the same provider", async () => {
    const [acme, globex] = [await createSsoWorkspace(), await createSsoWorkspace()];
    const started = await startSignIn(acme.space.workspaceId);
    const posted = buildAnswer(started, { nameId: `ada@${acme.domain}` });
    expect(await receiveResponse(globex.space.workspaceId, posted)).toEqual({
      kind: "refused",
      code: "not_begun_here",
    });
    const otherSignIn = await startSignIn(globex.space.workspaceId);
    const otherResponse = buildAnswer(otherSignIn, { nameId: `ada@${acme.domain}` });
    expect(await receiveResponse(globex.space.workspaceId, otherResponse)).toEqual({
      kind: "refused",
      code: "foreign_domain",
    });
  });

  test("without a request opens no session, and begins a sign-in only if allowed", async () => {
    const acme = await createSsoWorkspace();
    const posted = {
      ...buildAnswer(await startSignIn(acme.space.workspaceId), { nameId: `ada@${acme.domain}` }),
      relay: "",
    };
    expect(await receiveResponse(acme.space.workspaceId, posted)).toEqual({
      kind: "refused",
      code: "not_begun_here",
    });
    await acme.save({ idp_initiated: true });
    expect(await receiveResponse(acme.space.workspaceId, posted)).toEqual({ kind: "unsolicited" });
  });

  test("gives no access to the creator of an earlier account with the person's address", async () => {
    const acme = await createSsoWorkspace();
    const email = `ada@${acme.domain}`;
    // The attacker invites the address to their workspace and uses the link with their own password.
    const attackerWorkspace = await makeWorkspace();
    const user = await newUser({ email, name: "Eve", password: OWNER_PASSWORD }, now());
    const member = newMember(
      { workspaceId: attackerWorkspace.workspaceId, userId: user.id, role: "viewer" },
      now(),
    );
    await writeUnaudited(
      { workspaceId: attackerWorkspace.workspaceId },
      { run: [user.insert, member.insert] },
    );
    const { session } = await signInAs(acme, email);
    expect(session).toMatchObject({ userId: user.id, workspaceId: acme.space.workspaceId });
    const from = { email, password: OWNER_PASSWORD, address: null, userAgent: null };
    const opened = (await signIn(from)) as { sid: string };
    expect((await sessionOf(opened.sid))?.workspaceId).toBe(attackerWorkspace.workspaceId);
    expect(await opens(opened.sid, acme.space)).toBe(false);
    expect(await opens(opened.sid, attackerWorkspace)).toBe(true);
  });

  test("neither lists nor ends the person's sessions in other workspaces", async () => {
    const acme = await createSsoWorkspace();
    const otherWorkspace = await makeWorkspace();
    const { sid, session } = await signInAs(acme, `ada@${acme.domain}`);
    if (session === null) throw new Error("There is no session.");
    const { userId } = session;
    const globex = await openSession(
      { userId, workspaceId: otherWorkspace.workspaceId, address: "198.51.100.9", userAgent: null },
      now(),
    );
    const ctx = { ...acme.space.ctx(), session: { id: sid, userId } };
    expect((await listOwnSessions(ctx)).data.map(({ id }) => id)).toEqual([sid]);
    await expect(endOwnSession(ctx, globex.sid)).rejects.toMatchObject({ code: "not_found" });
    await endOwnSessions(ctx);
    const row = await listSessions(userId, now());
    expect(row.map(({ id }) => id)).toEqual([globex.sid]);
  });

  test("works while the workspace is locked, as does a test, so that an owner can unlock it", async () => {
    const acme = await createSsoWorkspace();
    await giveCustomerKey(acme.space, randomBytes(32));
    await withdrawCustomerKey(acme.space.ctx());
    expect((await signInAs(acme, `ada@${acme.domain}`)).session?.role).toBe("viewer");
    const { url } = await createTest(acme.space.ctx());
    const location = await beginTest(acme.space.workspaceId, url.split("/").at(-1) ?? "");
    const posted = buildSignedResponse(parseRequest(location), key, {
      issuer: ISSUER,
      nameId: `ada@${acme.domain}`,
    });
    expect(await receiveResponse(acme.space.workspaceId, posted)).toEqual({ kind: "test" });
    expect(await readSsoTest(acme.space.ctx())).toMatchObject({
      state: "worked",
      received: { name_id: `ada@${acme.domain}` },
    });
  });

  test("limits the session to its workspace", async () => {
    const acme = await createSsoWorkspace();
    const otherWorkspace = await makeWorkspace();
    const { sid, session } = await signInAs(acme, `ada@${acme.domain}`);
    if (session === null) throw new Error("There is no session.");
    const row = { id: `mem_${"0".repeat(25)}${domains % 10}`, workspace_id: otherWorkspace.workspaceId };
    const member = { ...row, user_id: session.userId, role: "viewer", created_at: now() };
    await writeUnaudited(
      { workspaceId: otherWorkspace.workspaceId },
      { run: [db.insertInto("members").values(member)] },
    );
    expect(await opens(sid, otherWorkspace)).toBe(false);
    expect(await opens(sid, acme.space)).toBe(true);
  });
});

describe("a test", { timeout: SETUP_TIMEOUT_MS }, () => {
  async function runTest(
    acme: SsoWorkspace,
    options: Partial<ResponseOptions> & Pick<ResponseOptions, "nameId">,
  ) {
    const { url } = await createTest(acme.space.ctx());
    expect(await readSsoTest(acme.space.ctx())).toMatchObject({ state: "waiting" });
    const location = await beginTest(acme.space.workspaceId, url.split("/").at(-1) ?? "");
    const posted = buildSignedResponse(parseRequest(location), key, { issuer: ISSUER, ...options });
    expect(await receiveResponse(acme.space.workspaceId, posted)).toEqual({ kind: "test" });
    return readSsoTest(acme.space.ctx());
  }

  test("shows the response, opens no session and allows enforcing the provider", async () => {
    const acme = await createSsoWorkspace();
    await expect(acme.save({ enforced: true })).rejects.toMatchObject({ code: "invalid_state" });
    expect(await runTest(acme, { nameId: `ada@${acme.domain}`, attributes: { groups: ["eng"] } })).toEqual({
      state: "worked",
      reason: null,
      received: { name_id: `ada@${acme.domain}`, attributes: [{ name: "groups", values: ["eng"] }] },
      would_be: { email: `ada@${acme.domain}`, name: "ada", role: "viewer" },
    });
    expect(await listActions(acme)).not.toContain("session.opened");
    await acme.save({ enforced: true });
    expect(await listActions(acme)).toContain("sso.enforced");
  });

  test("shows the response of a refused person, which is not a success", async () => {
    const acme = await createSsoWorkspace();
    expect(await runTest(acme, { nameId: "ada@elsewhere.example" })).toMatchObject({
      state: "refused",
      reason: { code: "foreign_domain" },
      received: { name_id: "ada@elsewhere.example" },
      would_be: null,
    });
    await expect(acme.save({ enforced: true })).rejects.toMatchObject({ code: "invalid_state" });
  });

  test("does not count for another provider", async () => {
    const acme = await createSsoWorkspace();
    await runTest(acme, { nameId: `ada@${acme.domain}` });
    const globex = buildIdpMetadata("https://other.example.com", "https://other.example.com/sso", [
      key.certificate,
    ]);
    await expect(acme.save({ metadata_xml: globex, enforced: true })).rejects.toMatchObject({
      code: "invalid_state",
    });
  });
});

describe("enforced", { timeout: SETUP_TIMEOUT_MS }, () => {
  async function createEnforcedWorkspace(): Promise<SsoWorkspace> {
    const acme = await createSsoWorkspace();
    await signInAs(acme, `ada@${acme.domain}`);
    await acme.save({ enforced: true });
    return acme;
  }

  test("ends only password sessions, and rejects sign-in and reset by password", async () => {
    const acme = await createSsoWorkspace();
    const opened = await signInByPassword(acme.space);
    const bySso = await signInAs(acme, `ada@${acme.domain}`);
    await acme.save({ enforced: true });
    expect(await sessionOf(opened?.sid ?? "")).toBeNull();
    expect(await sessionOf(bySso.sid)).not.toBeNull();
    await expect(signInByPassword(acme.space)).rejects.toMatchObject({ code: "forbidden" });
    expect(await signInByPassword(acme.space, { password: "a wrong password" })).toBeNull();
    expect(await canResetPassword(acme.space.ownerUserId)).toBe(false);
    await acme.save({ enforced: false });
    expect(await signInByPassword(acme.space)).not.toBeNull();
    expect(await canResetPassword(acme.space.ownerUserId)).toBe(true);
  });

  test("keeps the password for other workspaces, without a switch from there", async () => {
    const acme = await createEnforcedWorkspace();
    const otherWorkspace = await makeWorkspace();
    const member = {
      id: `mem_${"1".repeat(25)}${domains % 10}`,
      workspace_id: otherWorkspace.workspaceId,
      user_id: acme.space.ownerUserId,
      role: "viewer",
      created_at: now(),
    };
    await writeUnaudited(
      { workspaceId: otherWorkspace.workspaceId },
      { run: [db.insertInto("members").values(member)] },
    );
    const opened = await signInByPassword(acme.space);
    expect((await sessionOf(opened?.sid ?? ""))?.workspaceId).toBe(otherWorkspace.workspaceId);
    const { enforced: enforcedMemberships } = await readPasswordAccess(acme.space.ownerUserId);
    expect(enforcedMemberships.map(({ workspaceId }) => workspaceId)).toEqual([acme.space.workspaceId]);
    expect(await opens(opened?.sid ?? "", acme.space)).toBe(false);
    expect(await opens(opened?.sid ?? "", otherWorkspace)).toBe(true);
  });

  test("accepts a break-glass code once with its owner's password, and audits it", async () => {
    const acme = await createEnforcedWorkspace();
    const { code } = await createBreakGlassCode(acme.space.ctx());
    expect(await readSso(acme.space.ctx())).toMatchObject({ break_glass: { member_id: acme.space.ownerId } });
    expect(JSON.stringify(await readSso(acme.space.ctx()))).not.toContain(code);
    expect(await signInByPassword(acme.space, { breakGlass: "00000-00000" })).toBeNull();
    expect(await signInByPassword(acme.space, { breakGlass: code, password: "a wrong password" })).toBeNull();
    const opened = await signInByPassword(acme.space, {
      breakGlass: code.toUpperCase().replaceAll("-", " "),
    });
    expect((await sessionOf(opened?.sid ?? ""))?.role).toBe("owner");
    expect(await signInByPassword(acme.space, { breakGlass: code })).toBeNull();
    expect(await listActions(acme)).toEqual(
      expect.arrayContaining(["sso.break_glass_created", "sso.break_glass_used"]),
    );
    expect(await readSso(acme.space.ctx())).toMatchObject({ break_glass: null });
  });

  test("accepts one of eight concurrent uses of a code", async () => {
    const acme = await createEnforcedWorkspace();
    const { code } = await createBreakGlassCode(acme.space.ctx());
    const all = await Promise.all(
      Array.from({ length: 8 }, () => signInByPassword(acme.space, { breakGlass: code })),
    );
    expect(all.filter((opened) => opened !== null)).toHaveLength(1);
  });

  test("ends with the connection", async () => {
    const acme = await createEnforcedWorkspace();
    await removeSso(acme.space.ctx());
    expect(await signInByPassword(acme.space)).not.toBeNull();
    await expect(startSignIn(acme.space.workspaceId)).rejects.toMatchObject({ code: "not_connected" });
    await removeSso(acme.space.ctx());
    expect((await listActions(acme)).filter((action) => action === "sso.disconnected")).toHaveLength(1);
  });
});
