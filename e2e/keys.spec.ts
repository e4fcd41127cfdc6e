import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./session";

const works = async (page: Page, key: string) =>
  (await fetch(`${new URL(page.url()).origin}/v1/agents`, { headers: { authorization: `Bearer ${key}` } }))
    .status;

test("a key is made and shown once, works, gets a new text, and is revoked", async ({ page }) => {
  await signIn(page, { role: "admin" });
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog", { name: "New key" });
  await expect(dialog.getByRole("radio", { name: "Owner" }), "above one's own role").toHaveCount(0);
  await dialog.getByRole("button", { name: "Make the key" }).click();
  await expect(dialog.getByText("Give it a name that says what uses it.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Booking system");
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByRole("button", { name: "Make the key" }).click();

  const shown = page.getByRole("dialog", { name: "Your key" });
  const first = (await shown.getByTestId("secret").textContent()) ?? "";
  expect(first).toMatch(/^prl_live_/);
  expect(await works(page, first)).toBe(200);
  await shown.getByRole("button", { name: "I have kept it" }).click();
  const row = page.getByRole("row", { name: /Booking system/ });
  await expect(row).toContainText("viewer");
  await expect(row).toContainText("in 3 months");
  await page.reload();
  expect(await page.content()).not.toContain(first);

  await row.getByRole("button", { name: "Rotate Booking system" }).click();
  await page
    .getByRole("dialog", { name: /Rotate/ })
    .getByRole("button", { name: "Rotate the key" })
    .click();
  const second = (await shown.getByTestId("secret").textContent()) ?? "";
  expect(second).not.toBe(first);
  await expect.poll(() => works(page, first)).toBe(401);
  expect(await works(page, second)).toBe(200);
  await shown.getByRole("button", { name: "I have kept it" }).click();

  await row.getByRole("button", { name: "Revoke Booking system" }).click();
  await page
    .getByRole("dialog", { name: /Revoke/ })
    .getByRole("button", { name: "Revoke the key" })
    .click();
  await expect(page.getByText("Booking system is revoked.")).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect.poll(() => works(page, second)).toBe(401);
});
