import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import type { Agent } from "@/lib/agents/agents/schema";
import { listen, lookAt, visibleText } from "./look";
import { authorization, signIn } from "./session";

const VOICE = { name: "Front desk", type: "voice", voice_id: "builtin:slt", prompt: "You book visits." };

async function send<T = Agent>(
  request: APIRequestContext,
  method: "get" | "post" | "patch",
  path: string,
  data?: object,
): Promise<T> {
  const answer = await request[method](`/v1${path}`, {
    headers: { authorization: await authorization(request) },
    ...(data && { data }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

const reviewOf = (page: Page, version: number) =>
  page.getByRole("dialog", { name: `Deploy version ${version}?` });
const deployedOf = (page: Page, version: number) =>
  page.getByRole("dialog", { name: `Version ${version} is live` });

test("a change is reviewed, noted and deployed, and the next steps lead on", async ({
  page,
  request,
  baseURL,
}) => {
  const { id } = await send(request, "post", "/agents", VOICE);
  await send(request, "post", `/agents/${id}/deploy`);
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin" });
  await page.goto(`/agents/${id}`);
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill("You book visits.\nBe brief.");
  await page.getByRole("button", { name: /deploy$/i }).click();

  const review = reviewOf(page, 2);
  await expect(review).toContainText("use version 2 instead of version 1");
  const changes = review.getByRole("region", { name: "Changes from version 1" });
  await expect(changes.locator("ins", { hasText: "Be brief." })).toBeVisible();
  await expect(review.getByRole("region", { name: "Checks" })).toContainText("All checks passed.");
  await expect(review.getByRole("note")).toContainText("scripted test model");
  await expect(review.getByRole("textbox", { name: "Note" })).toBeFocused();
  await lookAt(page);
  expect(await send(request, "get", `/agents/${id}`)).toMatchObject({ live_version: 1 });
  await review.getByRole("textbox", { name: "Note" }).fill("Shorter answers.");
  await page.keyboard.press("Enter");

  const deployed = deployedOf(page, 2);
  await expect(deployed.getByRole("button", { name: "Done" })).toBeFocused();
  const command = deployed.getByRole("group", { name: "curl command" });
  await expect(command).toContainText(`curl --request POST "${baseURL}/v1/calls"`);
  await expect(command).toContainText("Authorization: Bearer $PARLEY_API_KEY");
  await expect(command).toContainText(`"agent_id": "${id}"`);
  await expect(command).toContainText('"channel": "phone"');
  await expect(deployed.getByRole("link", { name: "Create an API key" })).toHaveAttribute(
    "href",
    /\/settings\/keys$/,
  );
  await lookAt(page);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });

  await deployed.getByRole("link", { name: "New campaign" }).click();
  await expect(page.getByRole("combobox", { name: "Agent" })).toHaveValue("Front desk");
  await page.goto(`/agents/${id}/versions`);
  const row = page.getByRole("row", { name: /^Version 2/ });
  await expect(row).toContainText("Shorter answers.");
  await expect(row).toContainText("You");
  await expect(page.getByRole("row", { name: /^Version 1/ })).toContainText("–");
});

test("the command of a messaging agent starts a conversation as it is shown", async ({ page, request }) => {
  const { id } = await send(request, "post", "/agents", {
    name: "Texts",
    type: "messaging",
    prompt: "You take messages.",
  });
  await signIn(page, { role: "admin" });
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(reviewOf(page, 1)).toContainText("There is no live version to compare with.");
  await reviewOf(page, 1).getByRole("button", { name: "Deploy version 1" }).click();
  const command = await deployedOf(page, 1).getByRole("group", { name: "curl command" }).textContent();
  const body = /--data '(.*)'/s.exec(command ?? "")?.[1] ?? "";
  const call = await send<{ agent_id: string; channel: string }>(
    request,
    "post",
    "/calls",
    JSON.parse(body) as object,
  );
  expect(call).toMatchObject({ agent_id: id, channel: "chat" });
  await deployedOf(page, 1).getByRole("button", { name: "Done" }).click();
  await expect(visibleText(page, /^Version 1 is live\./)).toBeVisible();
});

test("a draft with problems is not deployed, and each problem leads to its section", async ({
  page,
  request,
}) => {
  const { id } = await send(request, "post", "/agents", { ...VOICE, prompt: "", tools: ["not_a_tool"] });
  await signIn(page, { role: "admin" });
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  const review = reviewOf(page, 1);
  await expect(review.getByRole("button", { name: "Deploy version 1" })).toBeDisabled();
  const problems = review.getByRole("region", { name: "Checks" }).getByRole("listitem");
  await expect(problems).toHaveCount(2);
  await lookAt(page);
  await problems.first().getByRole("link", { name: "Prompt" }).click();
  await expect(review).toHaveCount(0);
  await expect(page).toHaveURL(/tab=prompt$/);
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill("You book visits.");
  await page.getByRole("button", { name: /deploy$/i }).click();
  await expect(problems).toHaveCount(1);
  await expect(problems).toContainText("Tools");
});
