import { expect, test } from "@playwright/test";
import { make } from "./ask";
import { listen, visibleText } from "./look";
import { signIn, workspaceOf } from "./session";

const SECOND = "Second workspace";

test("two tabs show two workspaces, and what is saved in one never reaches the other", async ({ page }) => {
  await signIn(page, { role: "admin", further: [SECOND] });
  await page.goto("/agents");
  const first = workspaceOf(page);
  const tab = await page.context().newPage();
  await tab.goto("/agents");
  await tab.getByRole("button", { name: /^Workspace:/ }).click();
  await tab.getByRole("menuitemradio", { name: SECOND }).click();
  await expect(tab.getByRole("button", { name: `Workspace: ${SECOND}` })).toBeVisible();
  const second = workspaceOf(tab);
  expect(second).not.toBe(first);

  // The first tab was opened before the switch, and saves after it.
  await page.getByRole("button", { name: "New agent", exact: true }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Made in the first");
  await page.getByRole("dialog").getByRole("button").last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Made in the first");
  expect(workspaceOf(page)).toBe(first);
  await tab.reload();
  await expect(tab.getByRole("heading", { name: "No agents yet" })).toBeVisible();
  await expect(tab.getByText("Made in the first")).toHaveCount(0);
});

test("a copied link opens the same page in the same environment", async ({ page, browser, baseURL }) => {
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/calls");
  const agent = await make(page, "/agents", {
    name: "Desk",
    type: "messaging",
    prompt: "You take messages.",
  });
  await page.getByRole("radio", { name: "Live" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(visibleText(page, "Test environment.")).toBeVisible();
  await page.goto(`${page.url().replace(/\/calls$/, "")}/agents/${agent}`);
  const link = page.url();
  expect(link).toMatch(/\/w\/ws_\w+\/test\/agents\/agt_/);

  // A member of another workspace learns nothing from it.
  const stranger = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
  await signIn(stranger, { role: "owner", fresh: true });
  const pageLog = listen(stranger, baseURL);
  const response = await stranger.goto(link);
  expect(response?.status()).toBe(404);
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  expect(await stranger.content()).not.toContain("Desk");
  expect(pageLog.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
  await stranger.context().close();
});

test("a session that ends while a form is open keeps what was typed", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/agents");
  const agent = await make(page, "/agents", {
    name: "Desk",
    type: "messaging",
    prompt: "You take messages.",
  });
  await page.goto(`/agents/${agent}`);
  const prompt = page.getByRole("textbox", { name: "Prompt" });
  const cookies = await page.context().cookies();
  // Before it is typed: it is saved a moment later.
  await page.context().clearCookies();
  await prompt.fill("You take messages. Be brief.");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("You are not signed in to this workspace yet.");
  await page.context().addCookies(cookies);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(prompt).toHaveValue("You take messages. Be brief.");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(visibleText(page, "All changes saved")).toBeVisible();
  await page.reload();
  await expect(prompt).toHaveValue("You take messages. Be brief.");
});
