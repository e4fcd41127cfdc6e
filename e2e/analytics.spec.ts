import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { ask, make, say } from "./ask";
import { listen, lookAt } from "./look";
import { addCallHistory, signIn } from "./session";

const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

const AGENT = {
  type: "messaging",
  prompt: "Ask for city.",
  variables: [{ name: "city", description: "your city" }],
  outcomes: [{ tag: "found_out", description: "The city is known." }, { tag: "not_found_out" }],
};

/** Creates a live agent with calls, with or without a caller's message. */
async function talks(page: Page, name: string, writesMessage: readonly boolean[]): Promise<string> {
  const agent = await make(page, "/agents", { ...AGENT, name });
  await make(page, `/agents/${agent}/deploy`);
  for (const writes of writesMessage) {
    const call = await make(page, "/calls", { agent_id: agent, channel: "chat" });
    if (writes) await say(page, call, ["Larkspur", "yes"]);
    await ask(page, "POST", `/calls/${call}/end`);
    await expect
      .poll(async () => (await ask(page, "GET", `/calls/${call}`)).json.settled_at)
      .toEqual(expect.any(String));
  }
  return agent;
}

const tile = (page: Page, label: string) =>
  page.getByRole("navigation", { name: "Key metrics" }).getByRole("link", { name: new RegExp(`^${label}`) });

test("figures are filtered by the address, lead to exactly their calls, and can be had as files", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin", empty: true });
  await page.goto("/analytics");
  await expect(page.getByRole("heading", { name: "No calls in this period" })).toBeVisible();

  const first = await talks(page, "Front desk of figures", [true, true, false]);
  await talks(page, "Night desk of figures", [true]);
  await page.goto("/analytics");
  await expect(tile(page, "Calls")).toContainText("4");
  await expect(tile(page, "Reached")).toContainText("75%");
  const outcomes = page.getByRole("region", { name: "Outcomes", exact: true });
  await expect(outcomes.getByRole("link", { name: /%/ }).first()).toBeVisible();
  await lookAt(page);

  await test.step("the filter is in the address", async () => {
    await page.getByRole("combobox", { name: "Agent", exact: true }).click();
    await page.getByRole("option", { name: "Front desk of figures" }).click();
    await expect(page).toHaveURL(new RegExp(`agent_id=${first}`));
    await expect(tile(page, "Calls")).toContainText("3");
    await page.reload();
    await expect(tile(page, "Calls")).toContainText("3");
  });

  await test.step("a chart is a table too, and a file", async () => {
    const volume = page.getByRole("region", { name: "Calls by channel", exact: true });
    await volume.getByText("View as table").click();
    await expect(volume.getByRole("row").last().getByRole("cell").last()).toHaveText("3");
    const fetching = page.waitForEvent("download");
    await volume.getByRole("link", { name: "Calls by channel as CSV" }).click();
    const text = readFileSync(await (await fetching).path(), "utf8");
    expect(text.split("\r\n")[0]).toBe("start,end,chat");
    expect(text).toContain("Z,3\r\n");
    const { json } = await ask(page, "GET", "/audit?action=export.created");
    expect(JSON.stringify(json)).toContain('"chart":"volume"');
  });

  await test.step("a figure leads to the calls that it counts", async () => {
    await tile(page, "Reached").click();
    await expect(page).toHaveURL(/\/calls\?.*figure=reached/);
    await expect(page.getByRole("status").filter({ hasText: "2 calls" })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "Front desk of figures" })).toHaveCount(2);
  });
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("periods are compared, chosen by a click, by dragging and by the keyboard, and points lead to their calls", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin", empty: true });
  await page.goto("/analytics");
  const agent = await make(page, "/agents", { ...AGENT, name: "Desk with a history" });
  await make(page, `/agents/${agent}/deploy`);
  addCallHistory(page, agent);
  await page.reload();
  const volume = page.getByRole("region", { name: "Calls by channel", exact: true });
  const points = volume.getByRole("navigation", { name: "Calls by channel: points" });
  const period = page.getByText(/compared with/);

  await test.step("tiles and charts show the previous period", async () => {
    await expect(tile(page, "Calls")).toContainText(/No change|from \d/i);
    await expect(tile(page, "Reached")).toContainText(/No change|points from/);
    await expect(period).toBeVisible();
    await volume.getByText("View as table").click();
    await expect(volume.getByRole("columnheader", { name: "Previous period" })).toBeVisible();
    await volume.getByText("View as table").click();
    await lookAt(page);
  });

  await test.step("a click chooses seven days, which the address keeps", async () => {
    await page.getByRole("button", { name: "7 days" }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}$/);
    await expect(points.getByRole("link", { includeHidden: true })).toHaveCount(7);
    await page.reload();
    await expect(page.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("dragging over three bars shows their days", async () => {
    await page.goto("/analytics");
    const box = await points.boundingBox();
    if (box === null) throw new Error("The chart is not visible.");
    const column = box.width / 30;
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + column * 10.5, y);
    await page.mouse.down();
    await page.mouse.move(box.x + column * 11.5, y);
    await page.mouse.move(box.x + column * 12.5, y);
    await expect(volume.getByRole("status")).toContainText(/^Show .+ to .+/);
    await page.mouse.up();
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}/);
    await expect(points.getByRole("link", { includeHidden: true })).toHaveCount(3);
    await expect(page.getByRole("button", { name: "Custom" })).toHaveAttribute("aria-pressed", "true");
    await page.goBack();
    await expect(points.getByRole("link", { includeHidden: true })).toHaveCount(30);
  });

  await test.step("the keyboard chooses a period, and opens the calls of a point", async () => {
    await points.getByRole("link").first().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(points.getByRole("link", { includeHidden: true })).toHaveCount(48);
    await points.getByRole("link").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/calls\?figure=ended&created_after=.+&created_before=/);
    await page.goBack();
  });

  await test.step("a click on a bar opens its calls", async () => {
    await page.goto("/analytics");
    const link = points.getByRole("link", { includeHidden: true }).nth(12);
    const expected = await link.getAttribute("href");
    const box = await link.boundingBox();
    if (box === null) throw new Error("The chart is not visible.");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 4);
    await page.waitForURL((url) => url.pathname.endsWith("/calls"));
    // A segment of the bar opens the calls of its channel only.
    const { searchParams } = new URL(page.url());
    for (const [name, value] of new URL(expected ?? "", page.url()).searchParams)
      expect(searchParams.get(name)).toBe(value);
  });

  await test.step("without the comparison, only the period is shown", async () => {
    await page.goto("/analytics");
    await page.getByRole("switch", { name: "Compare with previous period" }).focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/compare=none/);
    await expect(period).toHaveCount(0);
  });
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
