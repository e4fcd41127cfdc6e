import { expect, test } from "@playwright/test";
import { listen, lookAt } from "./look";
import { signIn } from "./session";

test("the keys: axe finds nothing, no policy is broken", async ({ page, baseURL }) => {
  const heard = listen(page, baseURL);
  await signIn(page, { role: "owner" });
  await page.goto("/settings/security");
  await expect(page.getByRole("heading", { name: "A key of your own" })).toBeVisible();
  await lookAt(page);
  expect(heard).toEqual({ complaints: [], foreign: [] });
});

test("an admin rotates the data key by the page, and sees how far it is", async ({ page }) => {
  await signIn(page, { role: "admin", empty: true });
  await page.goto("/settings/security");
  await expect(page.getByRole("cell", { name: "Seals now" })).toHaveCount(1);
  await page.getByRole("button", { name: "Rotate now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  // A bar of no length is not seen yet.
  await expect(page.getByRole("progressbar", { name: "Progress of the rotation" })).toBeAttached();
  await expect(page.getByRole("row", { name: /^2 .*Seals in a minute/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Rotate now" })).toHaveCount(0);
});
