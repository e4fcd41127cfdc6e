import { constants, publicEncrypt, randomBytes } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { listen, lookAt, visibleText } from "./look";
import { operate, scopeHeader, signIn, workspaceOf } from "./session";

test("the keys: axe finds nothing, no policy is broken", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner" });
  await page.goto("/settings/security");
  await expect(page.getByRole("heading", { name: "Customer-managed key" })).toBeVisible();
  await lookAt(page);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("an admin rotates the data key by the page, and sees how far it is", async ({ page }) => {
  await signIn(page, { role: "admin", empty: true });
  await page.goto("/settings/security");
  await expect(page.getByRole("cell", { name: "Active", exact: true })).toHaveCount(1);
  await page.getByRole("button", { name: "Rotate now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  // A bar of no length is not seen yet.
  await expect(page.getByRole("progressbar", { name: "Rotation progress" })).toBeAttached();
  await expect(page.getByRole("row", { name: /^2 .*Active in a minute/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Rotate now" })).toHaveCount(0);
});

/** Wraps a key for the public key that the page shows, as the command beside it does, and sends it. */
async function send(page: Page, open: string, confirm: string, material: Buffer): Promise<void> {
  await page.getByRole("button", { name: open }).click();
  const key = (await page.getByText("BEGIN PUBLIC KEY").textContent()) ?? "";
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key, padding, oaepHash: "sha256" }, material).toString("base64");
  await page.getByRole("textbox", { name: "Wrapped key" }).fill(wrapped);
  await page.getByRole("button", { name: confirm, exact: true }).click();
}

test("an owner imports a key, withdraws it, imports it again, and returns to Parley's key", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/settings/security");
  const workspace = workspaceOf(page);
  operate("workspace", "plan", workspace, "enterprise");
  const material = randomBytes(32);
  const ownKey = page.getByRole("region", { name: "Customer-managed key" });

  await send(page, "Import a key", "Import", material);
  await expect(visibleText(ownKey, "In use", { exact: true })).toBeVisible();
  await lookAt(page);

  await page.getByRole("button", { name: "Withdraw key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw and lock" }).click();
  await expect(visibleText(page, "This workspace is locked")).toBeVisible();
  expect((await page.request.get("/v1/agents", { headers: scopeHeader(page) })).status()).toBe(423);
  await lookAt(page);

  await send(page, "Restore key", "Unlock workspace", material);
  await expect(visibleText(ownKey, "In use", { exact: true })).toBeVisible();
  expect((await page.request.get("/v1/agents", { headers: scopeHeader(page) })).status()).toBe(200);

  await page.getByRole("button", { name: "Use Parley's keys" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch keys", exact: true }).click();
  await expect(visibleText(ownKey, "Not in use", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw key" })).toHaveCount(0);
  await page.goto("/settings/audit");
  await expect(visibleText(page, "encryption.key_left").first()).toBeVisible();
  // While it is locked a page may be told so by what it asks in the background.
  const complaints = pageLog.complaints.filter((complaint) => !complaint.includes("423"));
  expect({ ...pageLog, complaints }).toEqual({ complaints: [], foreign: [] });
});
