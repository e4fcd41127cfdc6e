import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import {
  beginSecondFactor,
  changePassword,
  checkPassword,
  confirmSecondFactor,
  disableSecondFactor,
  listSessions,
  mailReset,
  makeResetLink,
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
import { newReset } from "./password/reset-link";

const NEXT = "another long password";
const STEP_MS = 30_000;
type Standing = Clock & { at: Date };
const standing = (): Standing => {
  const clock: Standing = { at: new Date(), now: () => clock.at };
  return clock;
};
const later = (clock: Standing, ms: number) => {
  clock.at = new Date(clock.at.getTime() + ms);
};
const now = () => new Date().toISOString();

/** The owner with a session of theirs, as a request of the dashboard has it. */
async function signedIn(w: TestWorkspace): Promise<Ctx> {
  await w.cookie();
  const [session] = await listSessions(w.ownerUserId, w.ctx().now());
  return { ...w.ctx(), session: { id: session?.id ?? "", userId: w.ownerUserId } };
}

const actions = async (w: TestWorkspace) =>
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

const given = (w: TestWorkspace, more: { password?: string; code?: string } = {}) => ({
  email: w.ownerEmail,
  password: OWNER_PASSWORD,
  address: someAddress(),
  userAgent: null,
  ...more,
});

describe("the password", () => {
  test("is changed by who knows it, and ends every other session", async () => {
    const w = await makeWorkspace();
    await w.cookie();
    const ctx = await signedIn(w);
    await expect(
      changePassword(ctx, { current_password: "not it", new_password: NEXT }),
    ).rejects.toMatchObject({ details: [{ pointer: "/current_password", code: "wrong_password" }] });
    await changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
    expect(await checkPassword(w.ownerEmail, OWNER_PASSWORD)).toBeNull();
    expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
    expect((await listSessions(w.ownerUserId, now())).map(({ id }) => id)).toEqual([ctx.session?.id]);
    expect(await actions(w)).toEqual(["password.changed"]);
  });

  test("is reset by a link, once, and every session ends", async () => {
    const w = await makeWorkspace();
    await w.cookie();
    const token = (await makeResetLink(w.ownerEmail, now())).split("/").at(-1) ?? "";
    const from = () => ({ requestId: newId("req"), address: someAddress(), now: now() });
    const use = (password: string) => resetPassword({ token, password }, from());
    const outcomes = await Promise.allSettled([use(NEXT), use(NEXT), use(NEXT)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
    expect(await listSessions(w.ownerUserId, now())).toEqual([]);
    expect(await actions(w)).toEqual(["password.reset"]);
    await expect(use("a third long password")).rejects.toMatchObject({ code: "invalid_state" });
    await expect(resetPassword({ token: "made-up", password: NEXT }, from())).rejects.toMatchObject({
      code: "invalid_state",
    });
  });

  test("is not reset by a link of more than an hour ago", async () => {
    const w = await makeWorkspace();
    const asked = new Date(Date.now() - 3_600_000).toISOString();
    const token = (await makeResetLink(w.ownerEmail, asked)).split("/").at(-1) ?? "";
    await expect(
      resetPassword({ token, password: NEXT }, { requestId: "req", address: someAddress(), now: now() }),
    ).rejects.toMatchObject({ code: "invalid_state" });
    expect(await checkPassword(w.ownerEmail, OWNER_PASSWORD)).not.toBeNull();
  });

  test("a link is mailed to an account alone; for any other address the same row is written, for nobody", async () => {
    const w = await makeWorkspace();
    const sent: Mail[] = [];
    const ask = async (email: string) => {
      const { id, insert } = newReset(email, now());
      await identityQuery(insert);
      await mailReset(id, now(), async (mail) => void sent.push(mail));
      const [row] = await identityQuery(
        identityDb.selectFrom("password_resets").selectAll().where("id", "=", id),
      );
      return row;
    };
    expect(await ask("nobody@example.test")).toMatchObject({ user_id: null, used_at: null });
    expect(sent).toEqual([]);
    const row = await ask(` ${w.ownerEmail.toUpperCase()}`);
    expect(row).toMatchObject({ user_id: w.ownerUserId });
    expect(sent).toEqual([{ to: w.ownerEmail, subject: expect.any(String), text: expect.any(String) }]);
    const token = /reset-password\/([\w-]+)/.exec(sent[0]?.text ?? "")?.[1] ?? "";
    expect(token).toHaveLength(43);
    expect(JSON.stringify(row)).not.toContain(token);
    // Whoever asks again and again floods nobody's mail.
    for (let i = 0; i < 8; i++) await ask(w.ownerEmail);
    expect(sent).toHaveLength(5);
    await expect(makeResetLink("nobody@example.test", now())).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the second factor", () => {
  /** Turned on, with its app and the codes for the day on which that is lost. */
  async function enrolled(clock: Standing) {
    const w = await makeWorkspace({ clock });
    const ctx = await signedIn(w);
    const { secret, uri } = await beginSecondFactor(ctx, OWNER_PASSWORD);
    expect(uri).toContain(`secret=${secret}`);
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => app.generate({ timestamp: clock.at.getTime() });
    const { recovery_codes } = await confirmSecondFactor(ctx, code());
    return { w, ctx, secret, code, codes: recovery_codes };
  }

  test("is asked for after the password, and no code opens twice", async () => {
    const clock = standing();
    const { w, secret, code } = await enrolled(clock);
    expect(await signIn(given(w), clock)).toBe("code_needed");
    expect(await signIn(given(w, { password: "wrong" }), clock)).toBeNull();
    // The code that turned it on is used up.
    expect(await signIn(given(w, { code: code() }), clock)).toBe("code_wrong");
    later(clock, STEP_MS);
    const fresh = code();
    const at_once = await Promise.all([1, 2, 3].map(() => signIn(given(w, { code: fresh }), clock)));
    expect(at_once.filter((one) => typeof one === "object" && one !== null)).toHaveLength(1);
    const [row] = await identityQuery(
      identityDb.selectFrom("second_factors").select("secret").where("user_id", "=", w.ownerUserId),
    );
    expect(row?.secret.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false);
    expect(await actions(w)).toEqual(["second_factor.enabled", "session.opened"]);
  });

  test("is off until a code has been given, and a wrong one turns nothing on", async () => {
    const w = await makeWorkspace();
    const ctx = await signedIn(w);
    await expect(beginSecondFactor(ctx, "not it")).rejects.toMatchObject({ code: "validation_error" });
    await beginSecondFactor(ctx, OWNER_PASSWORD);
    await expect(confirmSecondFactor(ctx, "000000")).rejects.toMatchObject({
      details: [{ pointer: "/code", code: "wrong_code" }],
    });
    expect((await readAccount(ctx)).second_factor).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect(await signIn(given(w))).toMatchObject({ sid: expect.any(String) });
  });

  test("waits after five wrong codes, also where they come at once", async () => {
    const clock = standing();
    const { w, code } = await enrolled(clock);
    later(clock, 10 * STEP_MS);
    const limited = { code: "rate_limited", message: expect.stringContaining("15 minutes") };
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => signIn(given(w, { code: "000000" }), clock)),
    );
    const counted = tries.filter(({ status }) => status === "fulfilled");
    expect(counted).toHaveLength(5);
    await expect(signIn(given(w, { code: code() }), clock)).rejects.toMatchObject(limited);
  });

  test("opens by a recovery code, each once", async () => {
    const clock = standing();
    const { w, ctx, codes } = await enrolled(clock);
    expect(new Set(codes).size).toBe(10);
    const [first = "", second = ""] = codes;
    expect(await signIn(given(w, { code: first.toUpperCase().replace("-", " ") }), clock)).toMatchObject({
      sid: expect.any(String),
    });
    expect(await signIn(given(w, { code: first }), clock)).toBe("code_wrong");
    expect((await readAccount(ctx)).second_factor.recovery_codes_left).toBe(9);
    const { recovery_codes } = await renewRecoveryCodes(ctx, OWNER_PASSWORD);
    expect(await signIn(given(w, { code: second }), clock)).toBe("code_wrong");
    expect(await signIn(given(w, { code: recovery_codes[0] ?? "" }), clock)).toMatchObject({
      sid: expect.any(String),
    });
  });

  test("is turned off by the password alone, and stays over a reset of it", async () => {
    const clock = standing();
    const { w } = await enrolled(clock);
    const token = (await makeResetLink(w.ownerEmail, now())).split("/").at(-1) ?? "";
    await resetPassword(
      { token, password: NEXT },
      { requestId: newId("req"), address: someAddress(), now: now() },
    );
    expect(await signIn(given(w, { password: NEXT }), clock)).toBe("code_needed");
    // The reset has ended the session that turned it on.
    const ctx = await signedIn(w);
    await expect(disableSecondFactor(ctx, OWNER_PASSWORD)).rejects.toMatchObject({
      code: "validation_error",
    });
    await disableSecondFactor(ctx, NEXT);
    expect(await signIn(given(w, { password: NEXT }), clock)).toMatchObject({ sid: expect.any(String) });
    await expect(disableSecondFactor(ctx, NEXT)).rejects.toMatchObject({ code: "invalid_state" });
  });
});
