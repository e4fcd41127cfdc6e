import { expect, type Page, test } from "@playwright/test";
import { make, say } from "./ask";
import { listen, lookAt } from "./look";
import { signIn } from "./session";

const AGENT = { name: "Desk", type: "messaging", prompt: "You take messages." };

const step = (page: Page, title: string) =>
  page
    .getByRole("region", { name: "Set up your workspace" })
    .getByRole("listitem")
    .filter({ hasText: title });
const isDone = (page: Page, title: string) => step(page, title).getByRole("img", { name: "Done" });

test("the checklist leads from an empty workspace to its first call, checks off what is done, and is dismissed", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/");
  await expect(page).toHaveURL(/\/w\/ws_\w+\/live$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Home");
  await expect(page.getByRole("img", { name: "To do" })).toHaveCount(5);
  await expect(page.getByRole("main").getByText("Nothing needs your attention.")).toBeVisible();
  await lookAt(page);

  await step(page, "Test an agent").getByRole("link").click();
  const newAgent = page.getByRole("dialog", { name: "New agent" });
  await expect(newAgent).toBeVisible();
  await newAgent.getByRole("button", { name: "Cancel" }).click();
  await expect(newAgent).toHaveCount(0);
  await expect(page).toHaveURL(/\/agents$/);
  await page.goto("/");

  await step(page, "Deploy the agent").getByRole("link").click();
  await expect(page).toHaveURL(/\/agents$/);
  const agent = await make(page, "/agents", AGENT);
  await make(page, `/agents/${agent}/deploy`);
  const call = await make(page, "/calls", { agent_id: agent, channel: "chat" });
  await say(page, call, ["Please tell them that I called"]);
  await page.goto("/");
  await expect(isDone(page, "Deploy the agent")).toHaveCount(1);
  await expect(isDone(page, "Receive the first call")).toHaveCount(1);
  await expect(isDone(page, "Connect a model")).toHaveCount(0);
  const recent = page.getByRole("region", { name: "Recent calls" });
  await recent.getByRole("listitem").filter({ hasText: "Desk" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/calls/${call}$`));

  await page.goto("/");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("region", { name: "Set up your workspace" })).toHaveCount(0);
  await page.reload();
  await expect(recent).toBeVisible();
  await expect(page.getByRole("region", { name: "Set up your workspace" })).toHaveCount(0);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("what happened today and what needs attention lead to their pages", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  const agent = await make(page, "/agents", AGENT);
  await make(page, `/agents/${agent}/deploy`);
  await page.goto("/");
  let day = "";
  /** A call of today, which is another day after midnight. */
  const callOfToday = async () => {
    const today = new Date().toISOString().slice(0, "2027-01-31".length);
    if (today === day) return;
    day = today;
    const call = await make(page, "/calls", { agent_id: agent, channel: "chat" });
    await make(page, `/calls/${call}/end`);
  };
  const figures = page.getByRole("navigation", { name: /^Figures of/ });
  await expect
    .poll(async () => {
      await callOfToday();
      await page.reload();
      return figures.getByRole("link", { name: /Calls today/ }).textContent();
    })
    .toContain("1");
  await figures.getByRole("link", { name: /Calls today/ }).click();
  await expect(page.getByRole("row", { name: /Desk/ })).toHaveCount(1);
});
