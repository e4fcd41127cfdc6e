import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import {
  beginSecondFactor,
  changePassword,
  checkPassword,
  confirmSecondFactor,
  createResetLink,
  disableSecondFactor,
  listSessions,
  mailPasswordReset,
  readAccount,
  renewRecoveryCodes,
  resetPassword,
  signIn,
} from "@/lib/identity/auth";
import type { Clock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import type { Mail } from "@/lib/platform/mail";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import { newPasswordReset } from "./password/reset-link";

const NEXT = "another long password";
const STEP_MS = 30_000;
type SettableClock = Clock & { at: Date };
const settableClock = (): SettableClock => {
  const clock: SettableClock = { at: new Date(), now: () => clock.at };
  return clock;
};
const advance = (clock: SettableClock, ms: number) => {
  clock.at = new Date(clock.at.getTime() + ms);
};
const now = () => new Date().toISOString();

/** The owner's context with a session, as in a request of the dashboard. */
async function signInOwner(w: TestWorkspace): Promise<Ctx> {
  await w.cookie();
  const [session] = await listSessions(w.ownerUserId, w.ctx().now());
  return { ...w.ctx(), session: { id: session?.id ?? "", userId: w.ownerUserId } };
}

const listActions = async (w: TestWorkspace) =>
  (
    await w
      .ctx()
      .db.all(
        db
          .selectFrom("audit_events")
          .select(["action", "after"])
          .where("workspace_id", "=", w.workspaceId)
          .where("action", "~", "^(password|second_factor|session)\\.")
          .orderBy("seq"),
      )
  ).map(({ action }) => action);

const credentials = (w: TestWorkspace, more: { password?: string; code?: string } = {}) => ({
  email: w.ownerEmail,
  password: OWNER_PASSWORD,
  address: someAddress(),
  userAgent: null,
  ...more,
});

describe("the password", () => {
  test("can be changed with the current password, which ends every other session", async () => {
    const w = await makeWorkspace();
    await w.cookie();
    const ctx = await signInOwner(w);
    await expect(
      changePassword(ctx, { current_password: "not it", new_password: NEXT }),
    ).rejects.toMatchObject({ details: [{ pointer: "/current_password", code: "wrong_password" }] });
    await changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
    expect(await checkPassword(w.ownerEmail, OWNER_PASSWORD)).toBeNull();
    expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
    expect((await listSessions(w.ownerUserId, now())).map(({ id }) => id)).toEqual([ctx.session?.id]);
    expect(await listActions(w)).toEqual(["password.changed"]);
  });

  test("is reset once by a link, which ends every session", async () => {
    const w = await makeWorkspace();
    await w.cookie();
    const token = (await createResetLink(w.ownerEmail, now())).split("/").at(-1) ?? "";
    const newOrigin = () => ({ requestId: newId("req"), address: someAddress(), now: now() });
    const resetWith = (password: string) => resetPassword({ token, password }, newOrigin());
    const outcomes = await Promise.allSettled([resetWith(NEXT), resetWith(NEXT), resetWith(NEXT)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
    expect(await listSessions(w.ownerUserId, now())).toEqual([]);
    expect(await listActions(w)).toEqual(["password.reset"]);
    await expect(resetWith("a third long password")).rejects.toMatchObject({ code: "invalid_state" });
    await expect(resetPassword({ token: "made-up", password: NEXT }, newOrigin())).rejects.toMatchObject({
      code: "invalid_state",
    });
  });

  test("is not reset by a link older than an hour", async () => {
    const w = await makeWorkspace();
    const requestedAt = new Date(Date.now() - 3_600_000).toISOString();
    const token = (await createResetLink(w.ownerEmail, requestedAt)).split("/").at(-1) ?? "";
    await expect(
      resetPassword({ token, password: NEXT }, { requestId: "req", address: someAddress(), now: now() }),
    ).rejects.toMatchObject({ code: "invalid_state" });
    expect(await checkPassword(w.ownerEmail, OWNER_PASSWORD)).not.toBeNull();
  });

  test("is mailed a link only for an account; an unknown address gets the same row without a user", async () => {
    const w = await makeWorkspace();
    const sent: Mail[] = [];
    const requestReset = async (email: string) => {
      const { id, insert } = newPasswordReset(email, now());
      await identityQuery(insert);
      await mailPasswordReset(id, now(), async (mail) => void sent.push(mail));
      const [row] = await identityQuery(
        identityDb.selectFrom("password_resets").selectAll().where("id", "=", id),
      );
      return row;
    };
    expect(await requestReset("nobody@example.test")).toMatchObject({ user_id: null, used_at: null });
    expect(sent).toEqual([]);
    const row = await requestReset(` ${w.ownerEmail.toUpperCase()}`);
    expect(row).toMatchObject({ user_id: w.ownerUserId });
    expect(sent).toEqual([
      { to: w.ownerEmail, subject: expect.any(String), text: expect.any(String), html: expect.any(String) },
    ]);
    const token = /reset-password\/([\w-]+)/.exec(sent[0]?.text ?? "")?.[1] ?? "";
    expect(token).toHaveLength(43);
    expect(JSON.stringify(row)).not.toContain(token);
    // Repeated requests do not flood the mailbox.
    for (let i = 0; i < 8; i++) await requestReset(w.ownerEmail);
    expect(sent).toHaveLength(5);
    await expect(createResetLink("nobody@example.test", now())).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the second factor", () => {
  /** Turns the second factor on. Returns its code generator and recovery codes. */
  async function enroll(clock: SettableClock) {
    const w = await makeWorkspace({ clock });
    const ctx = await signInOwner(w);
    const { secret, uri } = await beginSecondFactor(ctx, OWNER_PASSWORD);
    expect(uri).toContain(`secret=${secret}`);
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => app.generate({ timestamp: clock.at.getTime() });
    const { recovery_codes } = await confirmSecondFactor(ctx, code());
    return { w, ctx, secret, code, codes: recovery_codes };
  }

  test("is required after the password, and each code works once", async () => {
    const clock = settableClock();
    const { w, secret, code } = await enroll(clock);
    expect(await signIn(credentials(w), clock)).toBe("code_needed");
    expect(await signIn(credentials(w, { password: "wrong" }), clock)).toBeNull();
    // The code that turned it on cannot be used again.
    expect(await signIn(credentials(w, { code: code() }), clock)).toBe("code_wrong");
    advance(clock, STEP_MS);
    const fresh = code();
    const results = await Promise.all([1, 2, 3].map(() => signIn(credentials(w, { code: fresh }), clock)));
    expect(results.filter((result) => typeof result === "object" && result !== null)).toHaveLength(1);
    const [row] = await identityQuery(
      identityDb.selectFrom("second_factors").select("secret").where("user_id", "=", w.ownerUserId),
    );
    expect(row?.secret.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false);
    expect(await listActions(w)).toEqual(["second_factor.enabled", "session.opened"]);
  });

  test("is off until a correct code confirms it", async () => {
    const w = await makeWorkspace();
    const ctx = await signInOwner(w);
    await expect(beginSecondFactor(ctx, "not it")).rejects.toMatchObject({ code: "validation_error" });
    await beginSecondFactor(ctx, OWNER_PASSWORD);
    await expect(confirmSecondFactor(ctx, "000000")).rejects.toMatchObject({
      details: [{ pointer: "/code", code: "wrong_code" }],
    });
    expect((await readAccount(ctx)).second_factor).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect(await signIn(credentials(w))).toMatchObject({ sid: expect.any(String) });
  });

  test("blocks after five wrong codes, concurrent ones included", async () => {
    const clock = settableClock();
    const { w, code } = await enroll(clock);
    advance(clock, 10 * STEP_MS);
    const limited = { code: "rate_limited", message: expect.stringContaining("15 minutes") };
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => signIn(credentials(w, { code: "000000" }), clock)),
    );
    const counted = tries.filter(({ status }) => status === "fulfilled");
    expect(counted).toHaveLength(5);
    await expect(signIn(credentials(w, { code: code() }), clock)).rejects.toMatchObject(limited);
  });

  test("accepts each recovery code once", async () => {
    const clock = settableClock();
    const { w, ctx, codes } = await enroll(clock);
    expect(new Set(codes).size).toBe(10);
    const [first = "", second = ""] = codes;
    expect(
      await signIn(credentials(w, { code: first.toUpperCase().replace("-", " ") }), clock),
    ).toMatchObject({
      sid: expect.any(String),
    });
    expect(await signIn(credentials(w, { code: first }), clock)).toBe("code_wrong");
    expect((await readAccount(ctx)).second_factor.recovery_codes_left).toBe(9);
    const { recovery_codes } = await renewRecoveryCodes(ctx, OWNER_PASSWORD);
    expect(await signIn(credentials(w, { code: second }), clock)).toBe("code_wrong");
    expect(await signIn(credentials(w, { code: recovery_codes[0] ?? "" }), clock)).toMatchObject({
      sid: expect.any(String),
    });
  });

  test("is turned off by the password, and survives a password reset", async () => {
    const clock = settableClock();
    const { w } = await enroll(clock);
    const token = (await createResetLink(w.ownerEmail, now())).split("/").at(-1) ?? "";
    await resetPassword(
      { token, password: NEXT },
      { requestId: newId("req"), address: someAddress(), now: now() },
    );
    expect(await signIn(credentials(w, { password: NEXT }), clock)).toBe("code_needed");
    // The reset has ended the session that turned it on.
    const ctx = await signInOwner(w);
    await expect(disableSecondFactor(ctx, OWNER_PASSWORD)).rejects.toMatchObject({
      code: "validation_error",
    });
    await disableSecondFactor(ctx, NEXT);
    expect(await signIn(credentials(w, { password: NEXT }), clock)).toMatchObject({
      sid: expect.any(String),
    });
    await expect(disableSecondFactor(ctx, NEXT)).rejects.toMatchObject({ code: "invalid_state" });
  });
});
