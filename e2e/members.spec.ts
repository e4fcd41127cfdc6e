import { type Browser, expect, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { expectAccessible, listen, visibleText } from "./look";
import { signIn } from "./session";

const PASSWORD = "a password of the tests";
const someone = (localPart: string) => `${localPart}.${Date.now()}@example.com`;

/** Invites by the page, and answers the link that it shows. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const linkDialog = page.getByRole("dialog", { name: "Invitation link" });
  const link = await linkDialog.getByTestId("link").textContent();
  await expectAccessible(page);
  await linkDialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("region", { name: "Invitations" }).getByText(email)).toBeVisible();
  return link ?? "";
}

/** Opens and accepts the invitation in another browser. */
async function accept(browser: Browser, link: string, name: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL(/\/w\/ws_\w+\/live$/);
  return page;
}

test("an invited member reaches their first page, and loses access immediately on removal", async ({
  page,
  browser,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  const email = someone("nina");
  const link = await invite(page, email, "Builder");
  const invited = await accept(browser, link, "Nina Nobody");
  await expect(invited.getByRole("button", { name: "Account: Nina Nobody" })).toBeVisible();
  await invited.goto("/agents");
  await expect(invited.getByRole("button", { name: "New agent", exact: true })).toBeVisible();

  await page.reload();
  const row = page.getByRole("row", { name: /Nina Nobody/ });
  await expect(row).toContainText(email);
  await expect(page.getByRole("region", { name: "Invitations" })).toHaveCount(0);
  await row.getByRole("button", { name: "Remove Nina Nobody" }).click();
  await page.getByRole("button", { name: "Remove member" }).click();
  await expect(row).toHaveCount(0);

  await invited.reload();
  await expect(invited).toHaveURL(/\/sign-in/);
  await expect.poll(async () => (await ask(invited, "GET", "/agents")).status).toBe(401);
  await invited.goto(link);
  await expect(invited.getByRole("heading", { level: 1 })).toHaveText("Invitation not valid");
  await invited.context().close();
  expect(pageLog.complaints).toEqual([]);
});

test("a role that is changed counts from the next page on, and the table says what it may", async ({
  page,
  browser,
}) => {
  await signIn(page, { role: "owner", empty: true });
  const invited = await accept(browser, await invite(page, someone("omar"), "Viewer"), "Omar Other");
  await invited.goto("/agents");
  await expect(invited.getByRole("button", { name: "New agent", exact: true })).toHaveCount(0);
  await page.reload();
  await page.getByRole("combobox", { name: "Role of Omar Other" }).selectOption("Builder");
  await expect(visibleText(page, "Omar Other is now Builder.")).toBeVisible();
  await expect(async () => {
    await invited.reload();
    await expect(invited.getByRole("button", { name: "New agent", exact: true })).toBeVisible();
  }).toPass();
  await invited.goto("/settings/members");
  const roles = invited.getByRole("table", { name: "Roles" });
  await expect(roles.getByRole("row", { name: /Deploy, roll back and archive agents/ })).toContainText("No");
  await expect(invited.getByRole("button", { name: "Invite", exact: true })).toHaveCount(0);
  await invited.context().close();
});
