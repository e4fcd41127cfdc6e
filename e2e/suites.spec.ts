import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { listen, lookAt } from "./look";
import { authorization, signIn } from "./session";

const PATIENCE_MS = 60_000;

type Created = { id: string };

/** Sends a request as the signed-in member. */
async function post(request: APIRequestContext, path: string, data: object): Promise<Created> {
  const answer = await request.post(`/v1${path}`, {
    headers: { authorization: await authorization(request) },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Created;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a red suite keeps a draft from going live, is corrected and compared, and an owner can override it", async ({
  page,
  request,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner" });
  const agent = await post(request, "/agents", {
    name: "Table",
    type: "messaging",
    prompt: "Book a table.",
    greeting: "Welcome to Fox Tables.",
    variables: [{ name: "people", type: "number", description: "the number of people" }],
    outcomes: [{ tag: "booked", description: "A table is booked." }],
  });
  await page.goto(`/agents/${agent.id}/tests/new`);
  const main = page.getByRole("main");
  await main.getByLabel("Name").fill("Bookings");
  await main.getByLabel("Required for deploy").check();
  await main.getByRole("button", { name: "Add case" }).click();
  await main.getByLabel("Name").last().fill("Says four people");
  await main.getByLabel("Lines of the caller").fill("four");
  await main.getByRole("button", { name: "Add check" }).click();
  await main.getByLabel("Kind of check").selectOption("agent_says");
  await main.getByLabel("Phrases").fill("Goodbye forever");
  await lookAt(page);
  await main.getByRole("button", { name: "Create suite" }).click();
  await expect(heading(page)).toHaveText("Bookings");

  await main.getByRole("button", { name: "Run Bookings now" }).click();
  await expect(heading(page)).toHaveText("Run of Bookings");
  await expect(main.getByText("The agent says Goodbye forever: The agent did not say it.")).toBeVisible({
    timeout: PATIENCE_MS,
  });

  await page.goto(`/agents/${agent.id}`);
  await main.getByRole("button", { name: "Deploy", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("link", { name: "Bookings" })).toBeVisible();
  const deploy = dialog.getByRole("button", { name: "Deploy version 1" });
  await expect(deploy).toBeDisabled();
  await dialog.getByLabel("Deploy although these tests have not passed").check();
  await dialog.getByLabel("Reason").fill("The phrase is wrong.");
  await expect(deploy).toBeEnabled();
  await dialog.getByRole("link", { name: "Bookings" }).click();
  await expect(heading(page)).toHaveText("Run of Bookings");

  await main.getByRole("link", { name: "Bookings" }).click();
  await main.getByRole("button", { name: "Edit Says four people" }).click();
  await main.getByLabel("Phrases").fill("Welcome to Fox*");
  await main.getByRole("button", { name: "Save suite" }).click();
  await expect(page.getByText("Suite saved.")).toBeVisible();
  await main.getByRole("button", { name: "Run Bookings now" }).click();
  await expect(main.getByText("Passed", { exact: true }).first()).toBeVisible({ timeout: PATIENCE_MS });
  await page.reload();
  await main.getByLabel("Compare with").selectOption({ index: 1 });
  await expect(main.getByText("Failed before, passes now")).toBeVisible();
  await lookAt(page);
  await page.goto(`/agents/${agent.id}/tests`);
  await expect(main.getByRole("row", { name: /Bookings/ })).toContainText("Passed");
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
