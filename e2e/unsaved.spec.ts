import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { pathInScope } from "@/lib/platform/context/scope";
import { ask } from "./ask";
import { listen, lookAt, visibleText } from "./look";
import { command } from "./palette";
import { authorization, signIn } from "./session";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const prompt = (page: Page) => page.getByRole("textbox", { name: "Prompt" });
const recording = (page: Page) => page.getByRole("switch", { name: "Record calls" });
const immediate = (page: Page) => page.getByRole("region", { name: "Settings that apply immediately" });

/** From the list of agents to the builder of a new one. */
async function openBuilder(page: Page): Promise<string> {
  const name = `Desk ${randomUUID()}`;
  const agent = await page.request.post("/v1/agents", {
    headers: { authorization: await authorization(page.request) },
    data: { name, type: "voice", voice_id: "builtin:slt", prompt: "You book visits." },
  });
  expect(agent.status()).toBe(201);
  await signIn(page, { role: "builder" });
  await page.goto("/agents");
  await page.getByRole("link", { name }).click();
  await page.waitForURL(/\/agents\/agt_/);
  await expect(heading(page)).toHaveText(name);
  return ((await agent.json()) as { id: string }).id;
}

/** A setting that is never saved automatically, changed in the builder. */
async function changeSetting(page: Page): Promise<boolean> {
  await openBuilder(page);
  await page.getByRole("tab", { name: "Recording and privacy" }).click();
  const wasOn = await recording(page).isChecked();
  await recording(page).setChecked(!wasOn, { force: true });
  await expect(immediate(page)).toBeVisible();
  return !wasOn;
}

/** The place that a way leads to. */
const at = (path: string) => (url: URL) => pathInScope(url.pathname) === path;

/** Ways to leave the page, with their targets. */
const WAYS: [string, (page: Page) => Promise<void>, string][] = [
  ["the browser's back button", (page) => page.evaluate(() => history.back()), "/agents"],
  [
    "a link of the navigation",
    (page) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Calls" }).click(),
    "/calls",
  ],
  [
    "the command palette",
    async (page) => {
      // The shortcut is not heard from within a text field, where the focus is.
      await page.getByRole("button", { name: "Search and commands" }).click();
      await command(page, "sess");
    },
    "/settings/sessions",
  ],
];

for (const [way, go, destination] of WAYS) {
  test(`${way} asks before what is not saved is lost: stay keeps it, leave goes`, async ({ page }) => {
    const isOn = await changeSetting(page);
    const address = page.url();
    await go(page);
    await question(page).getByRole("button", { name: "Stay" }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(recording(page)).toBeChecked({ checked: isOn });
    expect(page.url()).toBe(address);

    await go(page);
    await question(page).getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(at(destination));
  });
}

test("nothing is asked on the way within the page, and once the change is undone", async ({ page }) => {
  await changeSetting(page);
  await page.getByRole("tab", { name: "Variables and outcomes" }).click();
  await expect(page).toHaveURL(/tab=data/);
  await expect(page.getByRole("heading", { name: "Outcomes" })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await immediate(page).getByRole("button", { name: "Undo" }).click();
  await page.evaluate(() => history.back());
  await page.waitForURL(at("/agents"));
});

test("leaving saves the draft without a question; a draft that cannot be saved asks", async ({ page }) => {
  const id = await openBuilder(page);
  await page.route("**/v1/agents/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await prompt(page).fill("You book visits. Be brief.");
  const calls = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Calls" });
  await calls.click();
  await question(page).getByRole("button", { name: "Stay" }).click();
  await expect(visibleText(page, "Could not save. Retrying.")).toBeVisible();
  await expect(prompt(page)).toHaveValue("You book visits. Be brief.");
  await page.unrouteAll();
  await calls.click();
  await page.waitForURL(at("/calls"));
  const { json } = await ask(page, "GET", `/agents/${id}`);
  expect(json).toMatchObject({ prompt: "You book visits. Be brief." });
});

test("the tool editor asks as well", async ({ page }) => {
  await signIn(page, { role: "builder" });
  await page.goto("/tools");
  await page.getByRole("link", { name: "New tool" }).click();
  await page.waitForURL(at("/tools/new"));
  await page.getByRole("textbox", { name: "Name" }).fill("look_up_order");
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("look_up_order");
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Leave without saving" }).click();
  await page.waitForURL(at("/tools"));
});

test("the builder with its links, and the question: axe finds nothing, no policy is broken", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await changeSetting(page);
  await lookAt(page);
  await page.evaluate(() => history.back());
  await expect(question(page)).toBeVisible();
  await lookAt(page);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
