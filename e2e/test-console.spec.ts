import { expect as base, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { expectAccessible, lookAt } from "./look";
import { signIn } from "./session";
import { ACCOUNT, EXCHANGE_TIMEOUT_MS, field, log, makeAgent, say, variable } from "./typing";

const expect = base.configure({ timeout: EXCHANGE_TIMEOUT_MS });
test.describe.configure({ timeout: 360_000 });

const panel = (page: Page) => page.getByRole("complementary", { name: "Test" });

/** The conversation's share of the panel's height, and whether something is cut off at the panel's side. */
const measure = (page: Page) =>
  log(page).evaluate((node) => {
    const box = node.closest("aside, [role=dialog]");
    if (box === null) throw new Error("The conversation is in no panel.");
    const overflowing = [...box.querySelectorAll("*")].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > box.getBoundingClientRect().right + 1;
    });
    return { share: node.clientHeight / box.clientHeight, overflowing: overflowing.length };
  });

/** From the greeting to the outcome. */
async function book(page: Page): Promise<void> {
  await say(page, `It is ${ACCOUNT}`);
  await say(page, "the 24th of December 2026");
  await say(page, "four");
  await say(page, "yes");
  await expect(panel(page).getByRole("status")).toContainText("Booked");
}

test("the console shows events, latency and why something is masked, and copies the masked transcript", async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, { role: "builder" });
  await page.goto(`/agents/${await makeAgent(page, baseURL)}`);
  await panel(page).getByRole("button", { name: "Start test" }).click();
  await expect(log(page)).toContainText("Disclosed that this is AI");
  await expect(panel(page)).toContainText("The test ends after 10 minutes without a message.");
  await say(page, `It is ${ACCOUNT}`);
  await expect(log(page).getByRole("button", { name: /^Answered in/ })).toHaveCount(2);
  await expect(panel(page)).toContainText(/p50 .+ · p95 .+/);

  const withheld = log(page).getByRole("button", { name: "Masked: withheld" });
  await expect(withheld).toHaveAccessibleDescription(
    /Not yet decided\. This answers the question for account_number, which is marked as sensitive\./,
  );
  await withheld.focus();
  await expect(page.getByRole("tooltip")).toContainText("Not yet decided");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  const masked = variable(page, "account_number").getByRole("button", { name: "Masked: account_number" });
  await masked.hover();
  await expect(page.getByRole("tooltip")).toContainText(
    "account_number (your account number) is marked as sensitive.",
  );

  await say(page, "the 24th of December 2026");
  await say(page, "four");
  await say(page, "yes");
  await expect(log(page)).toContainText("Outcome: Booked");
  await expect(log(page), "after settling, only the value is masked").toContainText("Masked: account_number");
  await panel(page).getByRole("button", { name: "Copy transcript" }).click();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).toContain("– Outcome: Booked");
  const copied = await read();
  expect(copied).toContain("– Disclosed that this is AI");
  expect(copied).toContain("You: It is [account_number]");
  expect(copied).not.toContain(ACCOUNT);
});

test("the conversation keeps its height and nothing is cut off, beside the form and in the drawer", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1_130, height: 640 });
  await signIn(page, { role: "admin" });
  const agent = await makeAgent(page, baseURL);
  await ask(page, "POST", `/agents/${agent}/deploy`, {});
  await page.goto(`/agents/${agent}`);
  await panel(page).getByRole("button", { name: "Start test" }).click();
  await expect(field(page)).toBeFocused();
  await expect.poll(() => measure(page)).toMatchObject({ overflowing: 0 });
  await book(page);
  const { share, overflowing } = await measure(page);
  expect(overflowing).toBe(0);
  expect(share, "the ended conversation stays readable").toBeGreaterThan(0.35);

  await page.setViewportSize({ width: 390, height: 700 });
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Test" });
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0);
  await expect.poll(() => measure(page)).toMatchObject({ overflowing: 0 });
  expect((await measure(page)).share).toBeGreaterThan(0.35);
  await drawer.getByRole("button", { name: "Start new" }).click();
  await expect(field(page), "a new test begins where one writes").toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer, "Escape closes the drawer").toHaveCount(0);
});

test("the live version is tested in text as well as by voice", async ({ page, baseURL }) => {
  await signIn(page, { role: "admin" });
  const agent = await makeAgent(page, baseURL);
  await page.goto(`/agents/${agent}`);
  await expect(panel(page).getByRole("radiogroup", { name: "Version to test" })).toHaveCount(0);
  expect((await ask(page, "POST", `/agents/${agent}/deploy`, {})).status).toBeLessThan(300);
  const note = { name: "note", type: "string", description: "a note for the kitchen" };
  expect((await ask(page, "PATCH", `/agents/${agent}`, { variables: [note] })).status).toBe(200);
  await page.goto(`/agents/${agent}`);
  await panel(page).getByText("Live (version 1)").click();
  await expect(panel(page)).toContainText("Test the live version");
  await panel(page).getByRole("button", { name: "Start test" }).click();
  await expect(field(page)).toBeFocused();
  await expect(panel(page).getByRole("radio", { name: "Draft" })).toBeDisabled();
  await expect(variable(page, "account_number")).toBeVisible();
  await expect(variable(page, "note")).toHaveCount(0);
  expect((await ask(page, "GET", `/calls?agent_id=${agent}`)).json).toMatchObject({
    data: [{ agent_version: 1, channel: "chat" }],
  });
  await panel(page).getByRole("button", { name: "End", exact: true }).click();
  await expect(panel(page).getByRole("status")).toContainText("Test ended");
  await expect(panel(page).getByRole("radio", { name: "Draft" })).toBeEnabled();
  await panel(page).getByText("Voice", { exact: true }).click();
  await expect(panel(page)).toContainText("Call the agent");
  await lookAt(page);
});
