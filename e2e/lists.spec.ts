import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ask, make } from "./ask";
import { lookAt, visibleText } from "./look";
import { command } from "./palette";
import { moveOut, signIn } from "./session";

// Each test has a separate workspace, because it counts the rows of lists.
test.beforeEach(moveOut);
test.afterAll(moveOut);

const AGENT = {
  name: "Agent of the lists",
  type: "messaging",
  prompt: "Ask for the color.",
  variables: [{ name: "color", description: "the color you like" }],
};
const NUMBERS = ["+12125550161", "+12125550162", "+12125550163"];

/** Creates an agent and as many completed calls; returns the calls' IDs. */
async function makeCalls(page: Page, count: number): Promise<string[]> {
  const agent = await make(page, "/agents", AGENT);
  await make(page, `/agents/${agent}/deploy`);
  const calls: string[] = [];
  for (let n = 0; n < count; n++) {
    const call = await make(page, "/calls", { agent_id: agent, channel: "chat" });
    await make(page, `/calls/${call}/end`);
    calls.push(call);
  }
  return calls;
}

const button = (inside: Page | Locator, name: string | RegExp) =>
  inside.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
const views = (page: Page) => page.getByRole("navigation", { name: "Views" });
const selection = (page: Page) => page.getByRole("region", { name: "Selected rows" });
const tagsOf = async (page: Page, call: string) =>
  ((await ask(page, "GET", `/calls/${call}`)).json as { tags?: string[] }).tags;

test("a filter is added, changed and removed by keyboard", async ({ page }) => {
  await signIn(page, { role: "owner" });
  await makeCalls(page, 2);
  await page.goto("/calls");
  const add = button(page, "Add filter");

  await add.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Find a filter" })).toBeFocused();
  await page.keyboard.type("chan");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Search: Channel" })).toBeFocused();
  await page.keyboard.type("ph");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/channel=phone/);
  const chip = button(page, "Channel is Phone");
  await expect(chip).toBeVisible();
  await expect(page.getByRole("heading", { name: "No calls match" })).toBeVisible();
  await lookAt(page);

  await chip.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Search: Channel" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/channel=chat/);
  await expect(page.getByRole("row")).toHaveCount(3);

  await add.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("date");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("From date")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(add).toBeFocused();

  await button(page, "Remove filter: Channel").focus();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/channel=/);
  await expect(add).toBeFocused();
});

test("a view is saved, opened by its link as another member, changed and deleted", async ({
  page,
  browser,
}) => {
  await signIn(page, { role: "owner" });
  await makeCalls(page, 2);
  await page.goto("/calls?channel=chat");

  await button(page, "Save view").click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await button(dialog, "Save view").click();
  await expect(dialog.getByText("Enter a name for the view.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Website chats");
  await dialog.getByRole("checkbox", { name: "Share with the workspace" }).check();
  await lookAt(page);
  await button(dialog, "Save view").click();
  const tab = views(page).getByRole("link", { name: /Website chats/ });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(/view=view_\w+/);
  await expect(page).toHaveURL(/channel=chat/);

  await test.step("another member opens the link, and cannot change the view", async () => {
    const member = await browser.newPage();
    await signIn(member, { role: "viewer" });
    await member.goto(page.url());
    await expect(views(member).getByRole("link", { name: /Website chats/ })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(button(member, "Channel is Chat")).toBeVisible();
    await expect(button(member, /^Options of the view/)).toHaveCount(0);
    await expect(member.getByRole("checkbox")).toHaveCount(0);
    await member.close();
  });

  await test.step("changed filters mark it as modified until it is updated", async () => {
    await button(page, "Add filter").click();
    await page.getByRole("option", { name: "Direction" }).click();
    await page.getByRole("option", { name: "Inbound" }).click();
    await expect(tab).toContainText("Modified");
    await lookAt(page);
    await button(page, "Update view").click();
    await expect(visibleText(page, "View updated.")).toBeVisible();
    await expect(tab).not.toContainText("Modified");
    await views(page).getByRole("link", { name: "All calls" }).click();
    await expect(page).not.toHaveURL(/channel=/);
    await tab.click();
    await expect(button(page, "Direction is Inbound")).toBeVisible();
  });

  await test.step("it is renamed, made private and deleted", async () => {
    await button(page, /^Options of the view/).click();
    await page.getByRole("menuitem", { name: "Rename view" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Inbound chats");
    await button(page.getByRole("dialog"), "Rename view").click();
    const renamed = views(page).getByRole("link", { name: /Inbound chats/ });
    await expect(renamed).toBeVisible();
    await button(page, /^Options of the view/).click();
    await page.getByRole("menuitem", { name: "Make private" }).click();
    await expect(renamed.getByLabel("Shared with the workspace")).toHaveCount(0);
    await button(page, /^Options of the view/).click();
    await page.getByRole("menuitem", { name: "Delete view" }).click();
    await button(page.getByRole("dialog"), "Delete view").click();
    await expect(renamed).toHaveCount(0);
    await expect(page).not.toHaveURL(/view=|channel=/);
  });
});

test("several calls are tagged: one request fails, stays selected and is retried", async ({ page }) => {
  await signIn(page, { role: "owner" });
  const calls = await makeCalls(page, 3);
  const [failing = ""] = calls;
  let failures = 0;
  await page.route(`**/v1/calls/${failing}`, async (route) => {
    if (route.request().method() !== "PATCH" || failures > 0) return route.fallback();
    failures += 1;
    return route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      json: { status: 503, code: "unavailable", detail: "The database is not available." },
    });
  });
  await page.goto("/calls");
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await expect(selection(page)).toContainText("3 selected on this page");
  await lookAt(page);

  await button(selection(page), "Add tag").click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Tag" }).fill("follow-up");
  await button(page.getByRole("dialog"), "Tag 3 calls").click();
  await expect(selection(page).getByRole("alert")).toContainText("2 calls tagged, 1 failed");
  await expect(page.getByRole("checkbox", { name: /^Select \w/, checked: true })).toHaveCount(1);
  await lookAt(page);
  expect(await tagsOf(page, failing)).toEqual([]);

  await button(selection(page), "Retry 1").click();
  await expect(visibleText(page, "1 call tagged")).toBeVisible();
  await expect(selection(page)).toHaveCount(0);
  for (const call of calls) expect(await tagsOf(page, call)).toEqual(["follow-up"]);

  await test.step("the selection is saved as a file, and deleted after the word is typed", async () => {
    await page
      .getByRole("checkbox", { name: /^Select (?!all)/ })
      .first()
      .check();
    const download = page.waitForEvent("download");
    await button(selection(page), "Export selected").click();
    const text = readFileSync(await (await download).path(), "utf8");
    expect(text.trim().split("\r\n")).toHaveLength(2);
    expect(text).toContain("follow-up");
    const { json } = await ask(page, "GET", "/audit?action=selection.exported");
    expect(json.data).toMatchObject([
      { after: { resource: "calls", rows: 1, ids: [text.match(/call_\w+/)?.[0]] } },
    ]);
    await button(selection(page), "Delete").click();
    const dialog = page.getByRole("dialog", { name: "Delete 1 call" });
    await expect(button(dialog, "Delete 1 call")).toBeDisabled();
    await dialog.getByRole("textbox").fill("delete");
    await button(dialog, "Delete 1 call").click();
    await expect(visibleText(page, "1 call deleted")).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(3);
  });
});

test("several contacts are suppressed and added to a campaign", async ({ page }) => {
  await signIn(page, { role: "owner" });
  const agent = await make(page, "/agents", { ...AGENT, type: "voice", voice_id: "builtin:slt" });
  for (const phone of NUMBERS) await make(page, "/contacts", { phone });
  const campaign = await make(page, "/campaigns", { name: "Reminders", agent_id: agent });
  await page.goto("/contacts");
  const rows = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  // A click with the Shift key selects the rows between.
  await rows.first().click();
  await rows.last().click({ modifiers: ["Shift"] });
  await expect(selection(page)).toContainText("3 selected on this page");

  await button(selection(page), "Suppress").click();
  await button(page.getByRole("dialog"), "Suppress 3 contacts").click();
  await expect(page.getByRole("table").getByText("Suppressed: calls and texts")).toHaveCount(3);

  await rows.first().check();
  await button(selection(page), "Erase data").click();
  await expect(button(page.getByRole("dialog"), "Erase data of 1 contact")).toBeDisabled();
  await lookAt(page);
  await page.keyboard.press("Escape");
  await button(selection(page), "Add to campaign").click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Campaign" }).click();
  await page.getByRole("option", { name: "Reminders (Draft)" }).click();
  await button(page.getByRole("dialog"), "Add 1 contact").click();
  await expect(page).toHaveURL(new RegExp(`campaigns/new\\?id=${campaign}&step=contacts`));
  await expect(page.getByRole("table").getByRole("link", { name: NUMBERS.at(-1) ?? "" })).toBeVisible();
});

test("columns are resized by pointer and by keyboard, and keep their width", async ({ page }) => {
  await signIn(page, { role: "owner" });
  await makeCalls(page, 2);
  await page.goto("/calls");
  const column = (name: string) => page.getByRole("columnheader", { name });
  const widthOf = async (name: string) => Math.round((await column(name).boundingBox())?.width ?? 0);
  // The columns take their widths once the times are in the viewer's zone, and the fonts are there.
  await expect(page.getByRole("table").locator("time", { hasText: "UTC" })).toHaveCount(0);
  await page.evaluate(async () => void (await document.fonts.ready));
  const before = await widthOf("Agent");

  const box = await column("Agent").boundingBox();
  if (box === null) throw new Error("The column is not shown.");
  const edge = { x: box.x + box.width - 4, y: box.y + box.height / 2 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 90, edge.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => widthOf("Agent")).toBe(before + 90);

  await button(page, "Columns").focus();
  await page.keyboard.press("Enter");
  // The menu takes the focus once it is open.
  await expect(page.getByRole("menuitemcheckbox").first()).toBeFocused();
  const item = page.getByRole("menuitemcheckbox", { name: "Agent" });
  await item.focus();
  for (let press = 0; press < 2; press++) await page.keyboard.press("ArrowLeft");
  await expect.poll(() => widthOf("Agent")).toBe(before + 90 - 32);
  await expect(page.getByRole("status").filter({ hasText: "pixels wide" })).toHaveText(
    `Agent: ${before + 90 - 32} pixels wide`,
  );
  await page.keyboard.press("Escape");
  await lookAt(page);

  await page.reload();
  await expect.poll(() => widthOf("Agent")).toBe(before + 90 - 32);
  await button(page, "Columns").click();
  await page.getByRole("menuitem", { name: "Reset widths" }).click();
  await expect.poll(() => widthOf("Agent")).toBe(before);
});

test("j and k move through the rows of a list and Enter opens one; in a field they are letters", async ({
  page,
}) => {
  await signIn(page, { role: "owner" });
  await makeCalls(page, 2);
  await page.goto("/calls");
  const links = page.getByRole("table", { name: "Calls" }).locator("[data-row-link]");
  /** The keys' code is loaded after the page. `k` stays at the first row however often it is pressed. */
  const goToFirstRow = () =>
    expect(async () => {
      await page.keyboard.press("k");
      await expect(links.nth(0)).toBeFocused({ timeout: 1_000 });
    }).toPass();
  await goToFirstRow();
  await page.keyboard.press("j");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(0)).toBeFocused();
  const search = page.getByRole("searchbox");
  await search.focus();
  await page.keyboard.type("jk");
  await expect(search).toHaveValue("jk");
  await expect(search).toBeFocused();
  await page.goto("/calls");
  await goToFirstRow();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/calls\/call_/);

  await page.keyboard.press("Control+k");
  await command(page, "keyboard shortcuts");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByRole("row", { name: "Next row of a list" })).toContainText("j");
  await lookAt(page);
});

test("a selected page says that rows on other pages are not selected", async ({ page }) => {
  await signIn(page, { role: "owner" });
  await makeCalls(page, 2);
  await page.goto("/calls?limit=1");
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await expect(selection(page)).toContainText(
    "1 selected on this page. Rows on other pages are not selected.",
  );
});

/** The names of controls that notifications cover. */
function coveredControls(): string[] {
  const toasts = [...document.querySelectorAll("[role=alert], .mantine-Notification-root")].map((toast) =>
    toast.getBoundingClientRect(),
  );
  return [...document.querySelectorAll("header a, header button, header label, main button, main input")]
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return toasts.some(
        (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
      );
    })
    .map((control) => control.getAttribute("aria-label") ?? control.textContent ?? "");
}

test("a notification covers no control", async ({ page }) => {
  await signIn(page, { role: "owner" });
  await makeCalls(page, 1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/calls");
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
  await button(selection(page), "Add tag").click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Tag" }).fill("seen");
  await button(page.getByRole("dialog"), "Tag 1 call").click();
  await expect(visibleText(page, "1 call tagged")).toBeVisible();
  expect(await page.evaluate(coveredControls)).toEqual([]);
});
