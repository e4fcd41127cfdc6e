import { expect, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { holdBack } from "./hold-back";
import { visibleText } from "./look";
import { signIn } from "./session";

const works = async (page: Page, key: string) =>
  (await fetch(`${new URL(page.url()).origin}/v1/agents`, { headers: { authorization: `Bearer ${key}` } }))
    .status;

test("a key is made and shown once, works, gets a new text, and is revoked", async ({ page }) => {
  await signIn(page, { role: "admin" });
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await expect(dialog.getByRole("radio", { name: "Owner" }), "above one's own role").toHaveCount(0);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(visibleText(dialog, "Enter a name that says which app uses the key.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Booking system");
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();

  const keyDialog = page.getByRole("dialog", { name: "Your API key" });
  const first = (await keyDialog.getByTestId("secret").textContent()) ?? "";
  expect(first).toMatch(/^prl_live_/);
  expect(await works(page, first)).toBe(200);
  await keyDialog.getByRole("button", { name: "I've saved it" }).click();
  const row = page.getByRole("row", { name: /Booking system/ });
  await expect(row).toContainText("Viewer");
  await expect(row).toContainText("in 3 months");
  await page.reload();
  expect(await page.content()).not.toContain(first);

  // The page refreshes after an action; here only after the next dialog is open.
  const readAnew = await holdBack(page, /_rsc=/);
  await row.getByRole("button", { name: "Rotate Booking system" }).click();
  await page
    .getByRole("dialog", { name: /Rotate/ })
    .getByRole("button", { name: "Rotate key" })
    .click();
  const second = (await keyDialog.getByTestId("secret").textContent()) ?? "";
  expect(second).not.toBe(first);
  await expect.poll(() => works(page, first)).toBe(401);
  expect(await works(page, second)).toBe(200);
  await keyDialog.getByRole("button", { name: "I've saved it" }).click();

  await row.getByRole("button", { name: "Revoke Booking system" }).click();
  const revokeDialog = page.getByRole("dialog", { name: /Revoke/ });
  await expect(revokeDialog).toBeVisible();
  readAnew();
  await expect(visibleText(page, `…${second.slice(-4)}`)).toBeVisible();
  await revokeDialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(visibleText(page, "Booking system was revoked.")).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect.poll(() => works(page, second)).toBe(401);
});

test("a key whose maker left waits for an admin, who takes it over; what was done with it is one step away", async ({
  page,
}) => {
  await signIn(page, { role: "admin", fresh: true });
  const name = `Left key ${Date.now()}`;
  const body = { name, role: "builder", environment: "live" };
  const created = await ask(page, "POST", "/keys", body);
  const { id, secret, created_by } = created.json as { id: string; secret: string; created_by: string };
  await signIn(page, { role: "owner" });
  await page.goto("/settings/keys");
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row.getByRole("button", { name: `Take over ${name}` })).toHaveCount(0);
  expect((await ask(page, "DELETE", `/members/${created_by}`)).status).toBe(204);
  await expect.poll(() => works(page, secret)).toBe(401);

  await page.reload();
  await expect(row).toContainText("Stopped: its creator left");
  await row.getByRole("button", { name: `Take over ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take over key" }).click();
  await expect(visibleText(page, `${name} works again.`)).toBeVisible();
  await expect(row).not.toContainText("Stopped");
  await expect.poll(() => works(page, secret)).toBe(200);

  const { origin } = new URL(page.url());
  const agent = await fetch(`${origin}/v1/agents`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Made by a key", type: "messaging", prompt: "Book tables." }),
  });
  expect(agent.status).toBe(201);
  await row.getByRole("link", { name: `Activity of ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`actor_id=${id}`));
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log.getByText("agent.created")).toBeVisible();
  await expect(visibleText(log, name).first(), "the key's name is shown with its ID").toBeVisible();
});
