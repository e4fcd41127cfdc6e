import { expect, type Locator, type Page, test } from "@playwright/test";
import { make } from "./ask";
import { holdBack } from "./hold-back";
import { listen, lookAt, visibleText } from "./look";
import { gotoTest, signIn } from "./session";

/** A campaign of a dozen calls, one each five seconds so that it is not over before it is paused, is watched from beginning to end. */
const TEST_TIMEOUT_MS = 600_000;
const CAMPAIGN_TIMEOUT_MS = 300_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

const PEOPLE = 12;
const NOON = 12;

/** A time zone in which it is about noon now, so that its contacts can be called at any time of a test run. */
function zoneOfNoon(): string {
  const ahead = NOON - new Date().getUTCHours();
  if (ahead === 0) return "Etc/GMT";
  // POSIX counts westwards.
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}
const number = (i: number) => `+12125550${100 + i}`;

const AGENT = {
  name: "Visit reminders",
  type: "voice",
  voice_id: "builtin:slt",
  prompt: "Remind them of their visit and ask whether they come.",
  variables: [{ name: "comes", type: "boolean", description: "whether you will come" }],
  outcomes: [{ tag: "comes", description: "They come." }, { tag: "does_not_come" }],
};

const dialog = (page: Page) => page.getByRole("dialog");
const main = (page: Page) => page.getByRole("main");
const step = (page: Page) => page.getByRole("navigation", { name: "Steps" });

/** A workspace of this test's own with an agent that is live, looked at in the test environment. */
async function open(page: Page): Promise<void> {
  await signIn(page, { role: "owner", empty: true });
  const agent = await make(page, "/agents", AGENT);
  await make(page, `/agents/${agent}/deploy`);
  await gotoTest(page, "/campaigns");
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** The first step of a new campaign. */
async function begin(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "New campaign" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await choose(page, "Agent", AGENT.name);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page).toHaveURL(/\/campaigns\/new\?id=cmp_.*step=when/);
}

/** Runs in the page and marks the document if its title is ever empty while the page refreshes. */
function notePagesWithoutTitle(): void {
  const note = () => document.documentElement.toggleAttribute("data-was-untitled", true);
  const look = () => document.title === "" && note();
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
}

test("a campaign goes from the wizard to its end on the simulator, paused and resumed on the way", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await open(page);
  await page.goto("/campaigns");
  await expect(page.getByRole("heading", { name: "No campaigns yet" })).toBeVisible();

  await test.step("agent and purpose", async () => {
    await page.getByRole("link", { name: "New campaign" }).click();
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(visibleText(page, "Enter a name for the campaign.")).toBeVisible();
    await expect(visibleText(page, /Requires telemarketing consent/)).toBeVisible();
    await lookAt(page);
    await page.getByRole("textbox", { name: "Name" }).fill("Visits of this week");
    await choose(page, "Agent", AGENT.name);
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page).toHaveURL(/\/campaigns\/new\?id=cmp_.*step=when/);
  });

  await test.step("hours and pace", async () => {
    await expect(step(page).getByText("Hours and pace")).toHaveAttribute("aria-current", "step");
    for (const day of ["Saturday", "Sunday"]) await page.getByRole("checkbox", { name: day }).check();
    await page.getByRole("combobox", { name: "From", exact: true }).selectOption("00:00");
    await page.getByRole("combobox", { name: "To", exact: true }).selectOption("24:00");
    await page.getByRole("textbox", { name: "Concurrent calls" }).fill("1");
    await page.getByRole("textbox", { name: "New calls per second" }).fill("0.2");
    await page.getByRole("textbox", { name: "Maximum attempts per contact" }).fill("1");
    await lookAt(page);
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page).toHaveURL(/step=contacts/);
  });

  await test.step("contacts: an invalid line adds no contact and is reported by its number", async () => {
    const numbers = page.getByRole("textbox", { name: "Phone numbers" });
    await numbers.fill(`${number(99)}\nnobody`);
    await page.getByRole("button", { name: "Add 2 contacts" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Line 2:" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No contacts in this campaign" })).toBeVisible();
    await lookAt(page);
    await numbers.fill(number(99));
    await page.getByRole("button", { name: "Add 1 contact" }).click();
    await expect(main(page).getByRole("link", { name: number(99) })).toBeVisible();

    const lines = Array.from({ length: PEOPLE }, (_, i) => `${number(i)}, Person ${i}, ${zoneOfNoon()}`);
    await numbers.fill(lines.join("\n"));
    await page.getByRole("checkbox", { name: /^All contacts consented to informational calls/ }).check();
    await page.getByRole("button", { name: `Add ${PEOPLE} contacts` }).click();
    await expect(visibleText(page, "Enter the source of consent.")).toBeVisible();
    await page.getByRole("textbox", { name: "Source of consent" }).fill("Booking form");
    await page.getByRole("button", { name: `Add ${PEOPLE} contacts` }).click();
    await expect(visibleText(page, `${PEOPLE + 1} contacts`, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Check reach" }).click();
  });

  await test.step("preflight: who would be called, who not, and why", async () => {
    const reachGroup = page.getByRole("group", { name: "Campaign reach" });
    await expect(reachGroup).toContainText(`${PEOPLE}can be called now`);
    await expect(reachGroup).toContainText("1blocked");
    await expect(visibleText(page, "No consent for this purpose and channel", { exact: true })).toBeVisible();
    const examples = page.getByRole("list", { name: "Examples: No consent for this purpose" });
    await expect(examples.getByRole("link", { name: number(99) })).toBeVisible();
    await lookAt(page);
    await page.getByRole("button", { name: "Launch", exact: true }).click();
    await expect(dialog(page).getByText("all contacts are simulated")).toBeVisible();
    await lookAt(page);
    await dialog(page).getByRole("button", { name: "Launch campaign" }).click();
    await expect(page).toHaveURL(/\/campaigns\/cmp_/);
  });

  const badge = page.getByRole("banner").or(main(page)).getByRole("status");
  await test.step("paused, it places no new calls; resumed, it continues", async () => {
    await expect(badge.filter({ hasText: "Running" })).toBeVisible();
    await expect(visibleText(page, "concurrent calls", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(dialog(page).getByText("No new calls start.")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Pause campaign" }).click();
    await expect(badge.filter({ hasText: "Paused" })).toBeVisible();
    await lookAt(page);
    await page.getByRole("button", { name: "Resume" }).click();
    await dialog(page).getByRole("button", { name: "Resume campaign" }).click();
    await expect(badge.filter({ hasText: "Running" })).toBeVisible();
  });

  await test.step("it completes automatically, with an outcome for each contact", async () => {
    await page.evaluate(notePagesWithoutTitle);
    await expect(badge.filter({ hasText: "Completed" })).toBeVisible({ timeout: CAMPAIGN_TIMEOUT_MS });
    await expect(page.getByRole("button", { name: /Pause|Resume|Cancel campaign/ })).toHaveCount(0);
    const rows = page.getByRole("table", { name: "Contacts of the campaign" }).getByRole("row");
    await expect(rows).toHaveCount(1 + PEOPLE + 1);
    await expect(rows.filter({ hasText: number(99) })).toContainText("Blocked");
    await expect(page.getByRole("link", { name: /^Last call with/ })).toHaveCount(PEOPLE);
    await expect(page.locator("html[data-was-untitled]")).toHaveCount(0);
    await lookAt(page);
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download results" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^results-cmp_\w+\.csv$/);
    await page.getByRole("combobox", { name: "Status of contacts" }).selectOption("Blocked");
    await expect(page).toHaveURL(/status=blocked/);
    await expect(rows).toHaveCount(2);
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog(page).getByRole("textbox", { name: "Name" }).fill("Visits, done");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Visits, done" })).toBeVisible();
    await expect(page).toHaveTitle(/Visits, done/);
  });
  const complaints = pageLog.complaints.filter(
    (complaint) => !complaint.startsWith("Failed to load resource"),
  );
  expect({ ...pageLog, complaints }).toEqual({ complaints: [], foreign: [] });
});

test("a draft is left and continued; its contacts are chosen, pasted and imported, and leave it; it is canceled", async ({
  page,
}) => {
  await open(page);
  await make(page, "/contacts", { phone: number(50), name: "Ada Lovelace" });
  await page.goto("/campaigns");
  await begin(page, "Left and continued");

  await page.goto("/campaigns");
  await page.getByRole("link", { name: "Left and continued" }).click();
  await expect(page).toHaveURL(/\/campaigns\/cmp_/);
  await expect(page.getByRole("heading", { level: 1, name: "Left and continued" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(step(page).getByText("Contacts")).toHaveAttribute("aria-current", "step");

  await page.getByRole("radio", { name: "Paste" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("checkbox", { name: /^Ada Lovelace/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Name or full phone number" }).fill("lovelace");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("checkbox", { name: /^Ada Lovelace/ }).check();
  await expect(main(page).getByText("No consent")).toBeVisible();
  await lookAt(page);
  await page.getByRole("button", { name: "Add 1 contact" }).click();
  await expect(main(page).getByRole("link", { name: `Ada Lovelace ${number(50)}` })).toBeVisible();

  await page.getByRole("radio", { name: "Choose" }).focus();
  await page.keyboard.press("ArrowLeft");
  const table = `Name\tNumber\tcomes\tshoe size\nTuring, Alan\t${number(52)}\tyes\t42`;
  await page.getByRole("textbox", { name: "Phone numbers" }).fill(table);
  await expect(page.getByText("The agent knows “comes”")).toContainText("no variable “shoe size”");
  await page.getByRole("button", { name: "Add 1 contact" }).click();
  await expect(main(page).getByRole("link", { name: number(52) })).toBeVisible();
  await page.getByRole("button", { name: `Remove ${number(52)}` }).click();
  await expect(main(page).getByRole("link", { name: number(52) })).toHaveCount(0);
  await expect(main(page).getByRole("link", { name: number(50) })).toBeVisible();
  await page.getByRole("radio", { name: "Paste" }).focus();
  await page.keyboard.press("ArrowRight");

  await page.getByRole("radio", { name: "Choose" }).focus();
  await page.keyboard.press("ArrowRight");
  const upload = async (text: string) => {
    const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("button", { name: "Import contacts" }).click();
  };
  await upload(`phone,name\n${number(51)},Grace Hopper\nnobody,Nobody\n`);
  await expect(page.getByRole("alert").filter({ hasText: "1 row was not imported" })).toContainText("Row 3");
  await lookAt(page);
  await page.getByRole("button", { name: "Import another file" }).click();
  await upload(`phone,name\n${number(51)},Grace Hopper\n`);
  await expect(visibleText(page, "0 contacts created, 1 updated.")).toBeVisible();
  await expect(main(page).getByRole("link", { name: number(51) })).toBeVisible();

  await page.getByRole("button", { name: "Check reach" }).click();
  await expect(visibleText(page, "All contacts are blocked. Resolve the reasons above")).toBeVisible();
  await expect(page.getByRole("button", { name: "Launch", exact: true })).toBeDisabled();
  await page.getByRole("link", { name: "Save as draft" }).click();

  const inDraft = page.getByRole("table", { name: "Contacts of the campaign" });
  await inDraft.getByRole("link", { name: number(50) }).click();
  await choose(page, "Campaign", "Left and continued");
  await expect(page).toHaveURL(/campaign_id=cmp_/);
  await expect(visibleText(page, "The campaign is for informational calls.")).toBeVisible();
  await expect(visibleText(page, "Cannot be called.")).toBeVisible();
  await lookAt(page);
  await page.goBack();
  await page.getByRole("button", { name: "Cancel campaign" }).click();
  await dialog(page).getByRole("button", { name: "Cancel campaign" }).click();
  await expect(main(page).getByRole("status").filter({ hasText: "Canceled" })).toBeVisible();
});

test("the status and the counts of a campaign change together with its list of contacts", async ({
  page,
}) => {
  await open(page);
  const agent = await make(page, "/agents", { ...AGENT, name: "Tomorrow's reminders" });
  await make(page, `/agents/${agent}/deploy`);
  const startsAt = new Date(Date.now() + 86_400_000).toISOString();
  const campaign = await make(page, "/campaigns", { name: "Later", agent_id: agent, starts_at: startsAt });
  await make(page, `/campaigns/${campaign}/contacts`, {
    contacts: [{ phone: number(70) }, { phone: number(71) }],
  });
  await make(page, `/campaigns/${campaign}/launch`);
  // The event of the cancellation arrives after the page, which only a refresh brings up to date.
  const counts = {
    total: 2,
    pending: 0,
    active: 0,
    completed: 0,
    reached: 0,
    held: 0,
    blocked: 0,
    failed: 0,
  };
  const progress = { calls_at_once: 0, attempts_last_minute: 0, reasons: [], backoff_until: null };
  const data = JSON.stringify({ status: "canceled", counts, ...progress });
  let sendEvent: () => void = () => undefined;
  const isCanceled = new Promise<void>((resolve) => {
    sendEvent = resolve;
  });
  await page.route(/\/campaigns\/cmp_\w+\/events/, async (route) => {
    await isCanceled;
    await route.fulfill({
      contentType: "text/event-stream",
      body: `event: campaign.progress\ndata: ${data}\n\n`,
    });
  });
  await page.goto(`/campaigns/${campaign}`);
  await expect(main(page).getByRole("status").filter({ hasText: "Scheduled" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Waiting" })).toHaveCount(2);
  await make(page, `/campaigns/${campaign}/cancel`);
  const firstChange = page.waitForFunction(readCanceledParts, null, { polling: "raf" });
  sendEvent();
  expect(await (await firstChange).jsonValue()).toEqual({
    status: "Canceled",
    counts: "2 canceled",
    canceledRows: 2,
  });
});

/** Runs in the page. The status, the counts and the number of canceled contacts as soon as one of them changes. */
function readCanceledParts(): { status: string; counts: string; canceledRows: number } | null {
  const status = document.querySelector("main [role=status]")?.textContent ?? "";
  const counts = document.querySelector("main ul[aria-label='Contacts by status']")?.textContent ?? "";
  const rows = [...document.querySelectorAll("main tbody tr")];
  const canceledRows = rows.filter((row) => row.textContent?.includes("Canceled")).length;
  const hasChanged = status !== "Scheduled" || !counts.includes("waiting") || canceledRows > 0;
  return hasChanged ? { status, counts, canceledRows } : null;
}

/** More clicks lose people between their contacts and a running campaign. */
const MAX_CLICKS = 10;

test("from a file of contacts to a running campaign takes at most ten clicks", async ({ page }) => {
  await open(page);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole("link", { name: "New campaign" }).first());
  await page.getByRole("textbox", { name: "Name" }).fill("Quickly launched");
  // The workspace's only agent is selected.
  await click(page.getByRole("button", { name: "Save and continue" }));
  await expect(page).toHaveURL(/step=when/);
  await click(page.getByRole("button", { name: "Save and continue" }));
  await expect(page).toHaveURL(/step=contacts/);
  await click(page.getByText("Import", { exact: true }));
  const chooser = page.waitForEvent("filechooser");
  await click(page.getByRole("button", { name: "File" }));
  const rows = `phone,name,timezone\n${number(60)},Mary Jackson,${zoneOfNoon()}\n`;
  await (await chooser).setFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
  await click(page.getByRole("checkbox", { name: "All contacts consented to informational calls" }));
  await page.getByRole("textbox", { name: "Source of consent" }).fill("Spring fair");
  await click(page.getByRole("button", { name: "Import contacts" }));
  await expect(visibleText(page, "1 contact created, 0 updated.")).toBeVisible();
  await click(page.getByRole("button", { name: "Check reach" }));
  await click(page.getByRole("button", { name: "Launch", exact: true }));
  const release = await holdBack(page, /\/campaigns\/cmp_\w+\?_rsc/);
  await click(dialog(page).getByRole("button", { name: "Launch campaign" }));
  await expect(visibleText(page, "Campaign launched.")).toBeVisible();
  await expect(visibleText(page, "Opening the campaign")).toBeVisible();
  await expect(page.getByRole("button", { name: "Launch", exact: true })).toHaveCount(0);
  release();
  await expect(page).toHaveURL(/\/campaigns\/cmp_/);
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
});
