import { expect, type Page, test } from "@playwright/test";
import { ask, make } from "./ask";
import { listen, lookAt, showsBriefly, visibleText } from "./look";
import { signIn } from "./session";

/** Each tab is looked at in both color schemes. */
test.describe.configure({ timeout: 360_000 });

const AGENT = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "You book visits." };
const VARIABLES = [{ name: "first_name" }, { name: "day", type: "date" }, { name: "birthday", type: "date" }];

/** A new agent, open in the builder. */
async function open(page: Page, fields: object = {}, query = ""): Promise<string> {
  await signIn(page, { role: "admin" });
  const id = await make(page, "/agents", { ...AGENT, ...fields });
  await page.goto(`/agents/${id}${query}`);
  return id;
}
const agentOf = async (page: Page, id: string) => (await ask(page, "GET", `/agents/${id}`)).json;
const prompt = (page: Page) => page.getByRole("textbox", { name: "Prompt", exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const row = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const saved = (page: Page) => visibleText(page, "All changes saved");

test("a variable is completed by keys, and an unknown one is created", async ({ page }) => {
  const id = await open(page, { variables: VARIABLES });
  await prompt(page).press("End");
  await prompt(page).pressSequentially(" Offer {{da");
  const options = page.getByRole("listbox", { name: "Variables" }).getByRole("option");
  await expect(options).toHaveText(["day", "birthday"]);
  await prompt(page).press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await prompt(page).press("ArrowUp");
  await prompt(page).press("Enter");
  await expect(prompt(page)).toHaveValue("You book visits. Offer {{day}}");
  await expect(options).toHaveCount(0);

  await prompt(page).pressSequentially(" to {{nick_name}} {{Not a name}}.");
  await expect(visibleText(page, /^nick_name is not a variable of this agent/)).toBeVisible();
  await expect(visibleText(page, /^“Not a name” is not a variable name/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Create variable/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Create variable nick_name" }).click();
  await expect(visibleText(page, /^nick_name is not a variable/)).toHaveCount(0);
  await tab(page, "Variables and outcomes").click();
  await expect(row(page, "nick_name").getByRole("textbox", { name: "Description" })).toHaveValue("nick name");
  await expect.poll(async () => JSON.stringify(await agentOf(page, id))).toContain('"nick_name"');
});

test("each tab has an address and is accessible, and links to a section open its tab", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  const id = await open(page, { variables: VARIABLES, outcomes: [{ tag: "booked" }] }, "?tab=voice");
  await expect(
    page.getByRole("combobox", { name: "Voice" }).or(page.getByLabel("Voice")).first(),
  ).toBeVisible();
  for (const [name, query] of [
    ["Prompt", "prompt"],
    ["Variables and outcomes", "data"],
    ["Tools", "tools"],
    ["Voice", "voice"],
    ["Recording and privacy", "privacy"],
    ["Limits", "limits"],
  ] as const) {
    await tab(page, name).click();
    await expect(page).toHaveURL(new RegExp(`tab=${query}$`));
    await lookAt(page);
  }
  await page.goto(`/agents/${id}#outcomes`);
  await expect(page.getByRole("heading", { name: "Outcomes" })).toBeFocused();
  await expect(page).toHaveURL(/tab=data$/);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("sixty variables are edited in place: typing in one row renders no other row", async ({ page }) => {
  const names = Array.from({ length: 60 }, (_, at) => `field_${String(at)}`);
  const id = await open(page, { variables: names.map((name) => ({ name })) }, "?tab=data");
  await page.setViewportSize({ width: 1440, height: 900 });
  const rows = page.getByRole("list", { name: "Variables" }).getByRole("listitem");
  await expect(rows).toHaveCount(60);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, "the table is compact").toBeLessThan(4_500);

  /** React replaces the properties of an element when its component renders. */
  const renderedRows = () =>
    page.evaluate(() => {
      const propsOf = (element: Element) => {
        const key = Object.keys(element).find((name) => name.startsWith("__reactProps$")) ?? "";
        return (element as unknown as Record<string, unknown>)[key];
      };
      const state = window as unknown as { before?: unknown[] };
      const now = [...document.querySelectorAll('[data-path$=".description"]')].map(propsOf);
      const { before = now } = state;
      state.before = now;
      return now.flatMap((props, at) => (props === before[at] ? [] : [at]));
    });
  const description = row(page, "field_7").getByRole("textbox", { name: "Description" });
  // The page may render once more after it has hydrated, which is no answer to what is typed.
  await expect
    .poll(async () => {
      await renderedRows();
      return renderedRows();
    })
    .toEqual([]);
  await description.pressSequentially(" of");
  expect(await renderedRows()).toEqual([7]);

  const name = row(page, "field_7").getByRole("textbox", { name: "Name" });
  await name.press("Alt+ArrowUp");
  await expect(rows.nth(6).getByRole("textbox", { name: "Name" })).toHaveValue("field_7");
  await expect(name, "the focus moves with the row").toBeFocused();
  await row(page, "field_7").getByRole("button", { name: "Move field_7 down" }).click();
  await expect(rows.nth(7).getByRole("textbox", { name: "Name" })).toHaveValue("field_7");
  await row(page, "field_3").getByRole("button", { name: "Remove field_3" }).click();
  await expect(rows).toHaveCount(59);
  await expect(row(page, "field_4").getByRole("textbox", { name: "Name" })).toBeFocused();
  const count = async () => JSON.stringify(await agentOf(page, id)).split('"field_').length - 1;
  await expect.poll(count).toBe(59);

  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard edits" }).click();
  await expect(rows).toHaveCount(60);
  await expect.poll(count).toBe(60);
});

test("a choice is described in its details, and a problem opens them", async ({ page }) => {
  const id = await open(page, { variables: [{ name: "plan" }] }, "?tab=data");
  await row(page, "plan").getByRole("combobox", { name: "Type" }).selectOption("choice");
  await expect(row(page, "plan").getByRole("alert")).toContainText("List what there is to choose from.");
  await expect(visibleText(page, "1 field not saved")).toBeVisible();
  await expect(tab(page, "Variables and outcomes")).toContainText("(has a problem)");
  const field = row(page, "plan").getByRole("textbox", { name: "Choices" });
  await field.fill("basic");
  await field.press("Enter");
  await expect.poll(async () => JSON.stringify(await agentOf(page, id))).toContain('"choices":["basic"]');
  await expect(saved(page)).toBeVisible();
});

test("what is typed is saved automatically, and nothing of it is kept in the browser", async ({ page }) => {
  const id = await open(page);
  await showsBriefly(page, "Unsaved changes", () => prompt(page).fill("You cancel visits."));
  await expect.poll(async () => agentOf(page, id)).toMatchObject({ prompt: "You cancel visits." });
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(prompt(page)).toHaveValue("You cancel visits.");
  const stored = () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage });
  expect(await page.evaluate(stored)).not.toContain("cancel visits");

  await test.step("also when the tab is closed at once", async () => {
    page.on("dialog", (dialog) => dialog.accept());
    // A page of the same site: the browser lets a page that gives way to another site's run for half a second only.
    await page.route("**/elsewhere", (route) => route.fulfill({ body: "" }));
    await showsBriefly(page, "Unsaved changes", () => prompt(page).fill("You move visits."));
    await page.goto("/elsewhere");
    await expect.poll(async () => agentOf(page, id)).toMatchObject({ prompt: "You move visits." });
  });
});

test("a field with a problem stays in the page, and the others are saved", async ({ page }) => {
  const id = await open(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(" ");
  await prompt(page).fill("You cancel visits.");
  await expect
    .poll(async () => agentOf(page, id))
    .toMatchObject({ prompt: "You cancel visits.", name: "Desk" });
  await expect(visibleText(page, "1 field not saved")).toBeVisible();
  await page.getByRole("button", { name: "Show problem" }).click();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Reception");
  await expect.poll(async () => agentOf(page, id)).toMatchObject({ name: "Reception" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reception");
});

test("without a connection the draft waits, and is saved when it is back", async ({ page, context }) => {
  const id = await open(page);
  await context.setOffline(true);
  await prompt(page).fill("You cancel visits.");
  await expect(visibleText(page, "Could not save. Retrying.")).toBeVisible();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  expect(await agentOf(page, id)).toMatchObject({ prompt: "You cancel visits." });
});

test("settings that change the live agent at once are saved only on request", async ({ page }) => {
  await signIn(page, { role: "admin" });
  const id = await make(page, "/agents", { ...AGENT, variables: VARIABLES, recording: { enabled: false } });
  await make(page, `/agents/${id}/deploy`);
  await page.goto(`/agents/${id}?tab=privacy`);
  await page.getByRole("switch", { name: "Record calls" }).setChecked(true, { force: true });
  await tab(page, "Variables and outcomes").click();
  await row(page, "first_name").getByRole("checkbox", { name: "Sensitive" }).check();
  await row(page, "first_name").getByRole("textbox", { name: "Description" }).fill("your first name");
  const bar = page.getByRole("region", { name: "Settings that apply immediately" });
  await expect(bar).toContainText("recording settings and sensitive marks of first_name");
  await expect(bar).toContainText("Saving changes the live agent immediately");
  const variable = { name: "first_name", description: "your first name" };
  await expect
    .poll(async () => agentOf(page, id), "the draft is saved without them")
    .toMatchObject({
      variables: [{ ...variable, sensitive: false }, {}, {}],
      recording: { enabled: false },
    });
  await bar.getByRole("button", { name: "Save and apply" }).click();
  await expect(bar).toHaveCount(0);
  expect(await agentOf(page, id)).toMatchObject({
    variables: [{ ...variable, sensitive: true }, {}, {}],
    recording: { enabled: true },
  });
});
