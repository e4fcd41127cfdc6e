import { expect as base, type Page, test } from "@playwright/test";
import { holdBack } from "./hold-back";
import { expectAccessible, listen } from "./look";
import { signIn } from "./session";
import { ACCOUNT, EXCHANGE_TIMEOUT_MS, field, log, makeAgent, say, variable } from "./typing";

const expect = base.configure({ timeout: EXCHANGE_TIMEOUT_MS });
test.describe.configure({ timeout: 360_000 });

/** Everything that the server tells the page from now on. */
function answers(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/v1/") && !response.url().endsWith("/events"))
      bodies.push(response.text().catch(() => ""));
  });
  return async () => (await Promise.all(bodies)).join("\n");
}

test("a builder tests a draft to its outcome: variables fill in, the sensitive one never shows", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "builder" });
  const responses = answers(page);
  await page.goto(`/agents/${await makeAgent(page, baseURL)}`);
  const sidePanel = page.getByRole("complementary", { name: "Test" });
  await expect(sidePanel).toContainText("The agent uses the scripted test model");
  await sidePanel.getByRole("button", { name: "Start test" }).click();
  await expect(log(page)).toContainText("account number");
  await expect(field(page)).toBeFocused();
  await expect(variable(page, "account_number")).toHaveText("Asked");
  await expect(variable(page, "day")).toHaveText("Not asked");

  await say(page, `It is ${ACCOUNT}`);
  await expect(field(page), "the focus stays where one writes").toBeFocused();
  await expect(field(page)).toHaveValue("");
  await expect(variable(page, "account_number")).toHaveText("Masked: account_number");
  await say(page, "the 24th of December 2026");
  await expect(variable(page, "day")).toHaveText("2026-12-24");
  await field(page).fill("one line");
  await field(page).press("Shift+Enter");
  await expect(field(page), "Shift and Enter begins a line").toHaveValue("one line\n");
  await say(page, "four");
  await expect(variable(page, "guests")).toHaveText("4");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await say(page, "yes");
  await expect(sidePanel.getByRole("status")).toContainText("Test ended");
  await expect(sidePanel.getByRole("status")).toContainText("Booked");
  await expect(log(page)).toContainText("Masked: account_number");

  expect(await page.content()).not.toContain(ACCOUNT);
  const all = await responses();
  expect(all).toContain("turn.completed");
  expect(all).not.toContain(ACCOUNT);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });

  expect(await page.evaluate(() => window.scrollY), "the form stays where it is").toBe(0);
  await sidePanel.getByRole("link", { name: "Open call" }).click();
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText("Masked: account_number");
});

test("unsaved changes are no part of a test, and can be saved for one", async ({ page, baseURL }) => {
  await signIn(page, { role: "builder" });
  await page.goto(`/agents/${await makeAgent(page, baseURL)}`);
  const sidePanel = page.getByRole("complementary", { name: "Test" });
  const release = await holdBack(page, /\/v1\/agents\/agt_\w+$/);
  await page.getByRole("textbox", { name: "Greeting" }).fill("Welcome to the terrace.");
  await expect(sidePanel).toContainText("You have unsaved changes.");
  await sidePanel.getByRole("button", { name: "Test saved draft" }).click();
  await expect(log(page)).toContainText("account number");
  await expect(log(page)).not.toContainText("terrace");
  release();
  await expect(sidePanel).toContainText("The draft has changed.");
  await sidePanel.getByRole("button", { name: "Restart" }).click();
  await expect(log(page)).toContainText("Welcome to the terrace.");
  await expect(sidePanel).not.toContainText("The draft has changed.");

  await page.getByRole("textbox", { name: "Greeting" }).fill("Welcome to the garden.");
  await sidePanel.getByRole("button", { name: /restart$/i }).click();
  await expect(log(page)).toContainText("Welcome to the garden.");
  await sidePanel.getByRole("button", { name: "End", exact: true }).click();
  await expect(sidePanel.getByRole("status")).toContainText("Test ended");
  await sidePanel.getByRole("button", { name: "Test again" }).click();
  await expect(field(page)).toBeFocused();
});

test("a message that does not get through comes back, and is said once when it is sent again", async ({
  page,
  baseURL,
}) => {
  await signIn(page, { role: "builder" });
  await page.goto(`/agents/${await makeAgent(page, baseURL)}`);
  await page.getByRole("button", { name: "Start test" }).click();
  await expect(field(page)).toBeFocused();
  await page.route("**/messages", (route) => route.abort());
  await field(page).fill("My number is 77");
  await field(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "could not be reached" })).toBeVisible();
  await expect(field(page)).toHaveValue("My number is 77");
  await page.unroute("**/messages");
  await field(page).press("Enter");
  await expect(log(page).getByRole("listitem").filter({ hasText: /^You/ })).toHaveCount(1);
  await expect(field(page)).toHaveValue("");
});

test("a viewer is offered no test", async ({ page, baseURL }) => {
  await signIn(page, { role: "viewer" });
  await page.goto(`/agents/${await makeAgent(page, baseURL)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chez Ada");
  await expect(page.getByRole("complementary", { name: "Test" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Test$|^Start test$/ })).toHaveCount(0);
});

test("on narrow screens it is a drawer, and continues when the drawer is closed", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, { role: "builder" });
  await page.goto(`/agents/${await makeAgent(page, baseURL)}`);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Test" });
  await drawer.getByRole("button", { name: "Start test" }).click();
  await expect(field(page)).toBeFocused();
  await expect
    .poll(() => drawer.boundingBox(), "it takes the whole window")
    .toMatchObject({ x: 0, y: 0, width: 390, height: 800 });
  await say(page, `It is ${ACCOUNT}`);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toHaveCount(0);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(log(page)).toContainText("Masked: withheld");
});
