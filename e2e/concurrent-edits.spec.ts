import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import type { Agent } from "@/lib/agents/agents/schema";
import { lookAt, showsBriefly, visibleText } from "./look";
import { authorization, signIn } from "./session";

const BEFORE = { prompt: "You book visits.", greeting: "Good day." };

/** A request of another member's system, behind the page's back. */
async function send(
  request: APIRequestContext,
  method: "post" | "patch" | "get",
  path: string,
  data?: object,
) {
  const headers = { authorization: await authorization(request) };
  const answer = await request[method](`/v1/agents${path}`, { headers, ...(data && { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Agent;
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const conflict = (page: Page) => page.getByRole("dialog", { name: "This agent was changed" });
const choose = (page: Page, name: string) => conflict(page).getByRole("button", { name }).click();

/** An agent that is open in the builder while another change is saved, with a prompt that is typed there afterwards. */
async function editAtOnce(page: Page, changes: object): Promise<string> {
  const { id } = await send(page.request, "post", "", {
    ...BEFORE,
    name: "Front desk",
    type: "voice",
    voice_id: "builtin:slt",
  });
  await signIn(page, { role: "admin" });
  await page.goto(`/agents/${id}`);
  await send(page.request, "patch", `/${id}`, changes);
  await showsBriefly(page, "Unsaved changes", () => field(page, "Prompt").fill("You book visits. Be brief."));
  return id;
}

/** Waits until the draft has been saved with this prompt; before it is edited, too, the page says that all is saved. */
const stores = (page: Page, id: string, prompt: string) =>
  expect.poll(() => send(page.request, "get", `/${id}`)).toMatchObject({ prompt });

test("who saves over another change is asked, and keeps what was typed", async ({ page }) => {
  const id = await editAtOnce(page, { prompt: "You cancel visits.", greeting: "Hello." });
  await expect(conflict(page)).toContainText("Last changed by Key of the tests");
  await expect(conflict(page)).toContainText("Changed fields: greeting and prompt.");
  await lookAt(page);
  await choose(page, "Cancel");
  await expect(field(page, "Prompt")).toHaveValue("You book visits. Be brief.");
  expect(await send(page.request, "get", `/${id}`)).toMatchObject({ prompt: "You cancel visits." });

  await expect(visibleText(page, /^Not saved, because this agent was changed/)).toBeVisible();
  await page.getByRole("button", { name: "Resolve" }).click();
  await choose(page, "Overwrite");
  await expect(visibleText(page, "All changes saved")).toBeVisible();
  // The greeting was changed by the other one alone, and stays.
  expect(await send(page.request, "get", `/${id}`)).toMatchObject({
    prompt: "You book visits. Be brief.",
    greeting: "Hello.",
  });
  await expect(field(page, "Greeting")).toHaveValue("Hello.");
});

test("the latest version can be loaded in place of what was typed", async ({ page }) => {
  const id = await editAtOnce(page, { prompt: "You cancel visits." });
  await choose(page, "Load latest version");
  await expect(field(page, "Prompt")).toHaveValue("You cancel visits.");
  await expect(visibleText(page, "All changes saved")).toBeVisible();
  await showsBriefly(page, "Unsaved changes", () =>
    field(page, "Prompt").fill("You cancel visits. Be brief."),
  );
  await stores(page, id, "You cancel visits. Be brief.");
  await expect(visibleText(page, "All changes saved")).toBeVisible();
  await expect(conflict(page)).toHaveCount(0);
});

test("a draft that was changed meanwhile is deployed only after a question", async ({ page }) => {
  const id = await editAtOnce(page, {});
  await stores(page, id, "You book visits. Be brief.");
  await expect(visibleText(page, "All changes saved")).toBeVisible();
  await send(page.request, "patch", `/${id}`, { prompt: "You cancel visits." });
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  const review = page.getByRole("dialog", { name: "Deploy version 1?" });
  await review.getByRole("textbox", { name: "Note" }).fill("Cancels visits.");
  const deploy = review.getByRole("button", { name: "Deploy version 1" });
  await deploy.click();
  await choose(page, "Cancel");
  expect(await send(page.request, "get", `/${id}`)).toMatchObject({ live_version: null });
  await expect(review.getByRole("textbox", { name: "Note" })).toHaveValue("Cancels visits.");
  await deploy.click();
  await choose(page, "Deploy anyway");
  await expect(page.getByRole("dialog", { name: "Version 1 is live" })).toBeVisible();
  await expect(visibleText(page, /^Version 1 is live\./)).toBeVisible();
});
