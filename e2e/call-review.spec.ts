import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ask, make, say } from "./ask";
import { listen, lookAt, visibleText } from "./look";
import { signIn } from "./session";

const SECRET = "4815162342";
const AGENT = {
  name: "Front desk of the review",
  type: "messaging",
  prompt: "Find out when the customer wants to be called back. Ask for account_number first.",
  greeting: "What can I do for you?",
  tools: ["schedule_callback"],
  variables: [
    { name: "account_number", description: "your account number", sensitive: true },
    { name: "day", type: "date", description: "the day that suits you" },
    { name: "time", type: "time", description: "the time that suits you" },
  ],
};
/** Long enough for the turns to have different seconds. */
const PAUSE_MS = 1_200;

type Turn = { index: number; role: string; text: string | null; start_ms: number };
type Reviewed = { id: string; transcript: Turn[] };

/** A settled call with a mask and a tool, whose turns are at different seconds. */
async function makeCall(page: Page): Promise<Reviewed> {
  const agent = await make(page, "/agents", AGENT);
  await make(page, `/agents/${agent}/deploy`);
  const id = await make(page, "/calls", { agent_id: agent, channel: "chat" });
  for (const text of [`It is ${SECRET}`, "2027-03-04", "half past ten in the morning", "yes"]) {
    await pause(PAUSE_MS);
    await say(page, id, [text]);
  }
  const read = async () => (await ask(page, "GET", `/calls/${id}`)).json;
  await expect.poll(async () => (await read()).settled_at).toEqual(expect.any(String));
  return { id, transcript: (await read()).transcript as Turn[] };
}

let call: Reviewed;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, { role: "owner" });
  call = await makeCall(page);
  await page.close();
});

const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const comments = (page: Page) => page.getByRole("region", { name: "Comments", exact: true });
const slider = (page: Page) => timeline(page).getByRole("slider", { name: "Position in the call" });
const turnItem = (page: Page, index: number): Locator => page.locator(`#turn-${index}`);
const isCurrent = (page: Page, index: number) =>
  expect(turnItem(page, index)).toHaveAttribute("aria-current", "true");
const turnOf = (role: string): Turn => {
  const turn = call.transcript.find((candidate) => candidate.role === role);
  if (turn === undefined) throw new Error(`No turn of the role ${role}.`);
  return turn;
};

test("marks, turns and keys lead to the same moment", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner" });
  await page.goto(`/calls/${call.id}`);
  const tool = turnOf("tool");
  await timeline(page)
    .getByRole("toolbar", { name: "Tool calls, 1" })
    .getByRole("button", { name: /Tool schedule_callback, done$/ })
    .click();
  await expect(slider(page)).toHaveValue(String(tool.start_ms));
  await isCurrent(page, tool.index);
  await expect(turnItem(page, tool.index)).toBeInViewport();

  await page.keyboard.press("Escape");
  await slider(page).focus();
  await slider(page).blur();
  await page.keyboard.press("[");
  const before = call.transcript.findLast(({ start_ms }) => start_ms < tool.start_ms - 1_500);
  await isCurrent(page, before?.index ?? 0);
  await page.keyboard.press("]");
  await expect(turnItem(page, before?.index ?? 0)).not.toHaveAttribute("aria-current", "true");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(slider(page)).toHaveValue("0");
  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).not.toHaveValue("0");

  // One stop of the Tab key for each lane, and arrow keys within it.
  const masks = timeline(page)
    .getByRole("toolbar", { name: /^Masked turns/ })
    .getByRole("button");
  await masks.first().focus();
  await expect(masks.first()).toHaveAccessibleName(/Masked: account_number$/);
  expect(await masks.count()).toBeGreaterThan(1);
  await page.keyboard.press("End");
  await expect(masks.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(conversation(page).locator("[aria-current=true]")).toBeInViewport();

  const first = call.transcript[0]?.index ?? 0;
  await turnItem(page, first).getByRole("button", { name: "Go to 0:00" }).click();
  await isCurrent(page, first);
  await timeline(page).getByRole("button", { name: "Zoom in" }).click();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toContainText("Previous turn");
  await lookAt(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await lookAt(page);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("a comment is written at a moment, survives a failure, is masked, changed and deleted", async ({
  page,
  browser,
}) => {
  await signIn(page, { role: "owner" });
  await page.goto(`/calls/${call.id}`);
  const caller = turnOf("caller");
  await turnItem(page, caller.index)
    .getByRole("button", { name: /^Go to / })
    .click();
  await slider(page).focus();
  await slider(page).blur();
  await page.keyboard.press("c");
  const field = comments(page).getByRole("textbox", { name: "Comment", exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type(`Gave ${SECRET} at once.`);
  await expect(comments(page).getByRole("button", { name: "Comment on the whole call" })).toBeVisible();

  await page.route("**/v1/calls/*/comments", (route) => route.abort());
  const send = comments(page).getByRole("button", { name: "Comment", exact: true });
  await send.click();
  await expect(visibleText(page, /Parley cannot be reached/)).toBeVisible();
  await expect(field).toHaveValue(`Gave ${SECRET} at once.`);
  await page.unroute("**/v1/calls/*/comments");
  await send.click();
  const item = comments(page).getByRole("listitem");
  await expect(item).toContainText("You");
  await expect(item).toContainText("account_number at once.");
  await expect(field).toHaveValue("");
  expect((await page.content()).replaceAll(/\s/g, "")).not.toContain(SECRET);

  const mark = timeline(page)
    .getByRole("toolbar", { name: "Comments, 1" })
    .getByRole("button", { name: /Comment: Gave \[account_number\]/ });
  await mark.click();
  await isCurrent(page, caller.index);

  // A viewer reads it with its author's name, and writes none.
  const viewer = await browser.newPage();
  await signIn(viewer, { role: "viewer" });
  await viewer.goto(`/calls/${call.id}`);
  await expect(comments(viewer).getByRole("listitem")).toContainText("Owner of the tests");
  await expect(comments(viewer).getByRole("textbox")).toHaveCount(0);
  await expect(comments(viewer).getByRole("button", { name: /^(Edit|Delete)/ })).toHaveCount(0);
  await viewer.close();

  await item.getByRole("button", { name: "Edit comment" }).click();
  await item.getByRole("textbox", { name: "Edit comment" }).fill("Gave it at once.");
  await item.getByRole("button", { name: "Save" }).click();
  await expect(item).toContainText("Gave it at once.");
  await expect(item).toContainText("Edited");
  await lookAt(page);

  const agents = turnOf("agent");
  await turnItem(page, agents.index)
    .getByRole("button", { name: /^Comment on the turn at/ })
    .click();
  await expect(field).toBeFocused();
  await page.keyboard.type("A friendly greeting.");
  await page.keyboard.press("Control+Enter");
  await expect(item).toHaveCount(2);
  await expect(item.nth(1).getByRole("button", { name: /^Go to/ })).toContainText("Turn at");

  for (const count of [1, 0]) {
    await item.first().getByRole("button", { name: "Delete comment" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete comment" }).click();
    await expect(item).toHaveCount(count);
  }
});

test("a link to a moment opens there, and tells a stranger nothing", async ({ page, browser, baseURL }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, { role: "owner" });
  await page.goto(`/calls/${call.id}`);
  const last = call.transcript.findLast(({ role }) => role === "caller") ?? turnOf("caller");
  await turnItem(page, last.index)
    .getByRole("button", { name: /^Go to / })
    .click();
  await timeline(page)
    .getByRole("button", { name: /^Copy link to \d+:\d\d$/ })
    .click();
  await expect(timeline(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const second = Math.floor(last.start_ms / 1_000);
  expect(link).toMatch(new RegExp(`/w/ws_\\w+/live/calls/${call.id}\\?t=${second}$`));
  await page.goto(link);
  await expect(slider(page)).toHaveValue(String(second * 1_000));

  await page.goto("/calls");
  await page.goto(`${link.replace(/\?.*/, "")}#turn-${last.index}`);
  await expect(slider(page)).toHaveValue(String(last.start_ms));
  await isCurrent(page, last.index);
  await expect(turnItem(page, last.index)).toBeInViewport();

  const stranger = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/sign-in\?next=/);
  await signIn(stranger, { role: "owner", empty: true });
  expect((await stranger.goto(link))?.status()).toBe(404);
  expect(await stranger.content()).not.toContain(AGENT.name);
  await stranger.context().close();
});

/** Exports the call in a format, and returns the file's name and text. */
async function exported(page: Page, format: string): Promise<{ name: string; text: string }> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: format }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("the call is exported as it is masked", async ({ page }) => {
  await signIn(page, { role: "viewer" });
  await page.goto(`/calls/${call.id}`);
  const json = await exported(page, "JSON");
  expect(json.name).toBe(`${call.id}.json`);
  expect(JSON.parse(json.text)).toEqual((await ask(page, "GET", `/calls/${call.id}`)).json);
  const text = await exported(page, "Text transcript");
  expect(text.name).toBe(`${call.id}.txt`);
  expect(text.text).toMatch(/\[0:0\d\] Caller: It is \[account_number\]/);
  const markdown = await exported(page, "Markdown transcript");
  expect(markdown.text).toContain("## Conversation");
  const csv = await exported(page, "Turns as CSV");
  expect(csv.text.trim().split("\r\n")).toHaveLength(call.transcript.length + 1);
  for (const file of [json, text, markdown, csv]) expect(file.text).not.toContain(SECRET);
});

test("the call is printed as a document, in the colors of paper", async ({ page }) => {
  await signIn(page, { role: "viewer" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(`/calls/${call.id}`);
  const sheet = page.getByRole("article");
  // The page's code listens once it has loaded.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    expect(await sheet.count()).toBe(1);
  }).toPass();
  await expect(sheet.getByRole("heading", { level: 1 })).toHaveText(`Call with ${AGENT.name}`);
  await expect(sheet).toContainText("It is [account_number]");
  await expect(sheet).toContainText("schedule_callback (Done)");
  await expect(sheet.getByRole("listitem")).toHaveCount(call.transcript.length);
  await expect(sheet.getByRole("button")).toHaveCount(0);
  await expect(sheet).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("body > :not([data-print-sheet]):visible")).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(sheet).toHaveCount(0);
  expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(5_000);
});
