import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { ask, make, say } from "./ask";
import { listen, lookAt } from "./look";
import { signIn } from "./session";

const TEST_TIMEOUT_MS = 180_000;
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
    await expect.poll(async () => (await ask(page, "GET", `/calls/${call}`)).json.settled_at).not.toBeNull();
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
    await expect(page.getByRole("main").getByText("Front desk of figures")).toHaveCount(2);
  });
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
