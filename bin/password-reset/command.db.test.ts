import { expect, test } from "vitest";
import { checkPassword, resetPassword, signIn } from "@/lib/identity/auth";
import type { Clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD } from "@/test/fixtures/workspace";
import { runResetCommand } from "./command";

const NEXT = "another long password";
const HOUR_MS = 3_600_000;
const use = (link: string, password = NEXT) =>
  resetPassword(
    { token: link.split("/").at(-1) ?? "", password },
    { requestId: newId("req"), address: someAddress(), now: new Date().toISOString() },
  );
const usedUp = { code: "invalid_state", message: expect.stringContaining("was used") };

test("creates a link that sets a new password once and revokes earlier links", async () => {
  const w = await makeWorkspace();
  // More links than mail would be sent for within an hour.
  const links = [];
  for (let i = 0; i < 8; i++) links.push(await runResetCommand([` ${w.ownerEmail.toUpperCase()}`]));
  const [first = "", last = ""] = [links[0], links.at(-1)];
  expect(last).toMatch(/^http\S+\/reset-password\/[\w-]{43}$/);
  expect(new Set(links).size).toBe(8);
  await use(last);
  expect(await checkPassword(w.ownerEmail, OWNER_PASSWORD)).toBeNull();
  expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
  for (const link of [last, first])
    await expect(use(link, "a third long password")).rejects.toMatchObject(usedUp);
  expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
});

test("a link works for an hour", async () => {
  const w = await makeWorkspace();
  const clock: Clock = { now: () => new Date(Date.now() - HOUR_MS) };
  await expect(use(await runResetCommand([w.ownerEmail], clock))).rejects.toMatchObject(usedUp);
});

test("rejects an unknown address, and shows the usage for wrong arguments", async () => {
  await expect(runResetCommand(["nobody@example.test"])).rejects.toThrow("There is no account");
  for (const args of [[], ["a@example.test", "b@example.test"], ["a@example.test", "--force"]])
    await expect(runResetCommand(args)).rejects.toThrow("Usage: npm run password-reset");
});

test("turns off a lost second factor and audits it with the operator as actor", async () => {
  const w = await makeWorkspace();
  const off = () => runResetCommand([w.ownerEmail, "--remove-second-factor"]);
  await expect(off()).rejects.toThrow("The second factor is not on.");
  const at = new Date().toISOString();
  const factor = { user_id: w.ownerUserId, secret: Buffer.alloc(1), created_at: at, confirmed_at: at };
  await identityQuery(identityDb.insertInto("second_factors").values(factor));
  const signedIn = () =>
    signIn({ email: w.ownerEmail, password: OWNER_PASSWORD, address: someAddress(), userAgent: null });
  expect(await signedIn()).toBe("code_needed");
  await off();
  expect(await signedIn()).toMatchObject({ sid: expect.any(String) });
  const entry = await w
    .ctx()
    .db.first(
      db
        .selectFrom("audit_events")
        .select(["actor_type", "actor_id", "target"])
        .where("workspace_id", "=", w.workspaceId)
        .where("action", "=", "second_factor.disabled"),
    );
  expect(entry).toEqual({ actor_type: "operator", actor_id: "npm-run-password-reset", target: w.ownerId });
});
