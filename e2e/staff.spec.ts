import { expect, test } from "@playwright/test";
import { expectAccessible, listen, visibleText } from "./look";
import { alive, signIn, staffLink, waitUntilAlive, workspaceOf } from "./session";

const PASSWORD = "a long enough password";

test("staff ask, an owner lets them in, they look and are gone at once", async ({
  browser,
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner" });
  await page.goto("/settings/staff-access");
  const workspace = workspaceOf(page);

  const otherBrowser = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  await waitUntilAlive(otherBrowser);
  const staff = await otherBrowser.newPage();
  const email = `staff-${Date.now()}@example.com`;
  await staff.goto(`/staff/password#${staffLink(email)}`);
  await staff.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await staff.getByRole("button", { name: "Set password" }).click();
  await staff.getByRole("textbox", { name: "Email" }).fill(email);
  await staff.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await staff.getByRole("button", { name: "Sign in" }).click();
  await expect(staff.getByRole("heading", { name: "Access requests" })).toBeVisible();
  await alive(staff);
  expect((await otherBrowser.request.get("/v1/agents")).status()).toBe(404);
  await staff.getByRole("textbox", { name: "Workspace ID" }).fill(workspace);
  await staff.getByRole("textbox", { name: "Reason" }).fill("Case 7: a call is missing.");
  await staff.getByRole("button", { name: "Request access" }).click();
  await expect(visibleText(staff, "Pending approval")).toBeVisible();
  await expectAccessible(staff);

  await page.reload();
  await page.getByRole("button", { name: `Approve access for ${email}` }).click();
  await page.getByRole("button", { name: "Approve access", exact: true }).click();
  await expect(visibleText(page, "Active", { exact: true }).first()).toBeVisible();
  await page.goto("/agents");
  await expect(visibleText(page, "The operator's staff can view this workspace.")).toBeVisible();
  await expectAccessible(page);

  await staff.reload();
  await staff.getByRole("button", { name: "Open workspace" }).first().click();
  await expect(visibleText(staff, "as staff")).toBeVisible();
  await expect(staff.getByRole("heading", { name: "Agents", exact: true })).toBeVisible();
  await staff.goto("/settings/keys");
  await expect(staff.getByRole("main").getByText("This requires the admin role")).toBeVisible();

  await page.goto("/settings/staff-access");
  await page.getByRole("button", { name: `End access of ${email}` }).click();
  await page.getByRole("button", { name: "End access", exact: true }).click();
  await expect(visibleText(page, "Ended").first()).toBeVisible();
  await expect.poll(async () => (await otherBrowser.request.get("/v1/agents")).status()).toBe(404);
  await staff.goto("/calls");
  await expect(staff.getByText("as staff")).toHaveCount(0);

  await page.goto("/settings/audit");
  await expect(visibleText(page, "staff_access.viewed").first()).toBeVisible();
  await otherBrowser.close();
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
