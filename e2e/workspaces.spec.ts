import { expect, type Page, test } from "@playwright/test";
import { visibleText } from "./look";
import { scopeHeader, signIn } from "./session";

const FIRST = "End to end";
const SECOND = "Second house";

const nothingHere = (page: Page) => page.getByRole("heading", { level: 1, name: "Not found" });

/** Asks the API as the person who is signed in, in the workspace that the session looks at. */
async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(path, {
    data,
    headers: { origin: new URL(page.url()).origin, ...scopeHeader(page) },
  });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return answer.json();
}

/** An agent with this name, a call that it takes, and a key. */
async function furnish(page: Page, name: string): Promise<{ agent: string; call: string }> {
  const { id: agent } = await post(page, "/v1/agents", {
    name,
    type: "messaging",
    prompt: "You take messages.",
  });
  await post(page, `/v1/agents/${agent}/deploy`, {});
  const { id: call } = await post(page, "/v1/calls", { agent_id: agent, channel: "chat" });
  await post(page, "/v1/keys", { name: `Key of ${name}`, role: "viewer", environment: "live" });
  return { agent, call };
}

async function switchTo(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole("button", { name: `Workspace: ${from}` }).click();
  await page.getByRole("menuitemradio", { name: to }).click();
  await expect(page.getByRole("button", { name: `Workspace: ${to}` })).toBeVisible();
}

test("a member of two workspaces switches, and sees only the current one's data", async ({ page }) => {
  await signIn(page, { role: "admin", further: [SECOND] });
  await page.goto("/agents");
  const first = await furnish(page, "First desk");
  await page.goto(`/calls/${first.call}`);
  await expect(page).toHaveTitle("Call with First desk · Parley");

  await switchTo(page, FIRST, SECOND);
  await expect(page, "what was looked at is not in the other one").toHaveURL(/\/calls$/);
  await expect(page.getByRole("heading", { name: "No calls yet" })).toBeVisible();
  const second = await furnish(page, "Second desk");

  await page.goto(`/agents/${second.agent}`);
  await expect(page).toHaveTitle("Second desk · Parley");
  await page.goto("/agents");
  await expect(page.getByRole("link", { name: "Second desk" })).toBeVisible();
  await expect(page.getByRole("link", { name: "First desk" })).toHaveCount(0);
  await page.goto("/settings/keys");
  await expect(page.getByRole("row", { name: /Key of Second desk/ })).toBeVisible();
  await expect(page.getByText("Key of First desk")).toHaveCount(0);
  await page.goto("/settings/audit");
  await expect(visibleText(page, second.agent).first()).toBeVisible();
  await expect(page.getByText(first.agent)).toHaveCount(0);

  await page.goto(`/calls/${first.call}`);
  await expect(nothingHere(page)).toBeVisible();
  expect(await page.content(), "not even the agent's name").not.toContain("First desk");
  expect((await page.request.get(`/v1/calls/${first.call}`, { headers: scopeHeader(page) })).status()).toBe(404);
  await page.getByRole("main").getByRole("link", { name: "Go to Calls" }).click();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(page.getByRole("row", { name: /Second desk/ })).toBeVisible();

  await switchTo(page, SECOND, FIRST);
  await page.goto(`/calls/${first.call}`);
  await expect(page).toHaveTitle("Call with First desk · Parley");
  await page.goto(`/agents/${second.agent}`);
  await expect(nothingHere(page)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Go to Agents" })).toBeVisible();
});

test("an empty workspace leads to the demo, if one belongs to it", async ({ page }) => {
  await signIn(page, { role: "viewer", further: [SECOND, "Demo"] });
  await page.goto("/agents");
  await switchTo(page, FIRST, SECOND);
  for (const place of ["/calls", "/agents"]) {
    await page.goto(place);
    await expect(page.getByRole("button", { name: "Explore the demo" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Explore the demo" }).click();
  await expect(page.getByRole("button", { name: "Workspace: Demo" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No agents yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Explore the demo" }), "it is looked at").toHaveCount(0);
});
