import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import type { Agent } from "@/lib/agents/agents/schema";
import { listen, lookAt, visibleText } from "./look";
import { authorization, signIn } from "./session";

const variable = { name: "day", type: "date", description: "the day of the visit" };

/** An agent with two versions, of which the second is live, and a draft that differs from both. */
async function twoVersions(request: APIRequestContext): Promise<Agent> {
  const send = async (method: "post" | "patch", path: string, data = {}) => {
    const answer = await request[method](`/v1/agents${path}`, {
      headers: { authorization: await authorization(request) },
      data,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Agent;
  };
  const agent = await send("post", "", {
    name: "Front desk",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "You book visits.\nAsk for the day first.\nBe brief.",
    variables: [variable],
    outcomes: [{ tag: "booked", description: "A visit is booked." }],
  });
  await send("post", `/${agent.id}/deploy`);
  await send("patch", `/${agent.id}`, {
    prompt: "You book visits.\nAsk for the week first.\nBe brief.\nThank the caller.",
    variables: [
      { ...variable, sensitive: true },
      { name: "email", type: "email" },
    ],
    max_duration_s: 600,
  });
  await send("post", `/${agent.id}/deploy`);
  return send("patch", `/${agent.id}`, { greeting: "Good day." });
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const comparison = (page: Page) => page.getByRole("region", { name: "Compare", exact: true });
const rowOf = (page: Page, version: number) =>
  page.getByRole("row", { name: new RegExp(`^Version ${version}`) });

/** Opens the page of versions, and waits until it answers to a click: it shows times in the zone of who looks then. */
async function open(page: Page, id: string, query = ""): Promise<void> {
  await page.goto(`/agents/${id}/versions${query}`);
  await expect(heading(page)).toHaveText("Versions");
  await expect(rowOf(page, 1)).not.toContainText("UTC");
}

test("versions, a comparison and what is asked before a roll-back: axe finds nothing, no policy is broken", async ({
  page,
  baseURL,
  request,
}) => {
  const { id } = await twoVersions(request);
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin" });
  await open(page, id, "?from=1&to=2");
  await expect(comparison(page).getByText("Thank the caller.")).toBeVisible();
  await lookAt(page);
  await page.getByRole("button", { name: "Make version 1 live" }).click();
  await expect(page.getByRole("dialog", { name: "Make version 1 live?" })).toBeVisible();
  await lookAt(page);
  await page.keyboard.press("Escape");
  await open(page, id, "?from=2&to=2");
  await expect(page.getByRole("heading", { name: "No differences" })).toBeVisible();
  await lookAt(page);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("the difference between two versions is told by field, line and word, and the link to it can be shared", async ({
  page,
  request,
}) => {
  const { id } = await twoVersions(request);
  await signIn(page, { role: "viewer" });
  await open(page, id, "?from=1&to=2");
  const comparisonRegion = comparison(page);
  const prompt = comparisonRegion.getByRole("region", { name: "Prompt" });
  await expect(prompt.locator("del")).toHaveText(/Removed: Ask for the day first\./);
  await expect(prompt.locator("del strong")).toHaveText("day");
  await expect(prompt.locator("ins strong")).toHaveText("week");
  await expect(prompt.locator("ins").nth(1)).toHaveText(/Added: Thank the caller\./);
  const variables = comparisonRegion.getByRole("region", { name: "Variables" });
  await expect(variables.locator("ins", { hasText: "+ Added" })).toContainText("Email · “email” · required");
  await expect(
    variables.getByRole("table", { name: "day" }).getByRole("row", { name: /Sensitive/ }),
  ).toHaveText("SensitiveNoYes");
  await expect(comparisonRegion.getByRole("row", { name: /Maximum duration/ })).toHaveText(
    "Maximum duration (s)1800600",
  );
  await expect(
    comparisonRegion.getByRole("region", { name: "Outcomes" }),
    "what is the same is left out",
  ).toHaveCount(0);

  await comparisonRegion.getByRole("combobox", { name: "To" }).click();
  await page.getByRole("option", { name: "Draft" }).click();
  await expect(page).toHaveURL(/from=1&to=draft/);
  await expect(prompt.locator("ins", { hasText: "Good day." })).toBeVisible();
});

test("an admin looks at what a deploy changes, rolls back, and the audit log has it", async ({
  page,
  request,
}) => {
  const { id } = await twoVersions(request);
  await signIn(page, { role: "admin" });
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Review changes" }).click();
  await expect(comparison(page)).toContainText("From version 2 to the draft: 1 difference");
  await expect(rowOf(page, 2)).toContainText("Live");

  await page.getByRole("button", { name: "Make version 1 live" }).click();
  const ask = page.getByRole("dialog", { name: "Make version 1 live?" });
  await expect(ask).toContainText("The draft does not change.");
  const changes = ask.getByRole("region", { name: "Changes from version 2" });
  await expect(changes.locator("del", { hasText: "Thank the caller." })).toBeVisible();
  await expect(ask.getByRole("region", { name: "Checks" })).toContainText("All checks passed.");
  await ask.getByRole("textbox", { name: "Note" }).fill("Version 2 thanks too often.");
  await ask.getByRole("button", { name: "Make version 1 live" }).click();
  await expect(visibleText(page, "Version 1 is live.")).toBeVisible();
  await expect(ask).toHaveCount(0);
  await expect(rowOf(page, 1)).toContainText(/Made live again by .*: Version 2 thanks too often\./);
  await expect(rowOf(page, 1).getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Make version 2 live" })).toBeVisible();
  const answer = await request.get(`/v1/audit?action=agent.deployed&target=${id}&limit=1`, {
    headers: { authorization: await authorization(request) },
  });
  expect((await answer.json()).data[0]).toMatchObject({
    actor: { type: "member" },
    before: { live_version: 2 },
    after: { live_version: 1 },
  });
});

test("an admin deploys to a share of traffic, compares, changes the share and promotes", async ({
  page,
  request,
  baseURL,
}) => {
  const { id } = await twoVersions(request);
  const headers = { authorization: await authorization(request) };
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin" });
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: /deploy$/i }).click();
  const review = page.getByRole("dialog", { name: "Deploy version 3?" });
  await review.getByRole("combobox", { name: "Traffic" }).selectOption("50% of new live calls and texts");
  await lookAt(page);
  await review.getByRole("button", { name: "Start traffic split" }).click();
  await expect(visibleText(page, "Version 3 gets 50% of new live calls and texts.")).toBeVisible();
  for (let n = 0; n < 12; n += 1) {
    const data = { agent_id: id, channel: "chat", to: `+121255501${10 + n}` };
    const answer = await request.post("/v1/calls", { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    const call = await answer.json();
    expect(call.traffic_split.arm).toBe(call.agent_version === 3 ? "candidate" : "live");
    expect((await request.post(`/v1/calls/${call.id}/end`, { headers, data: {} })).ok()).toBe(true);
  }
  await open(page, id);
  const panel = page.getByRole("region", { name: "Traffic split" });
  await expect(panel).toContainText(
    "Version 3 gets 50% of new live calls and texts, and version 2 gets the remainder.",
  );
  await expect(panel.getByRole("columnheader", { name: "Candidate: version 3" })).toBeVisible();
  await expect(panel).toContainText("Not enough calls");
  await expect(page.getByRole("button", { name: /^Make version/ })).toHaveCount(0);
  await lookAt(page);
  const refused = await request.post(`/v1/agents/${id}/deploy`, { headers, data: { version: 1 } });
  expect(refused.status()).toBe(409);
  expect((await refused.json()).detail).toContain("Promote its candidate, or stop the split, first.");

  await panel.getByRole("combobox", { name: "Share of the candidate" }).selectOption("20%");
  await expect(panel).toContainText("Version 3 gets 20% of new live calls and texts");
  await expect(panel.getByRole("note")).toContainText("The share was changed during the split");
  await panel.getByRole("button", { name: "Promote" }).click();
  const dialog = page.getByRole("dialog", { name: "Make version 3 live?" });
  await dialog.getByRole("button", { name: "Promote" }).click();
  await expect(panel).toContainText("Version 3 became live on");
  await expect(rowOf(page, 3).getByText("Live", { exact: true })).toBeVisible();
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("a builder restores a version into the draft, and is told that the draft's changes go", async ({
  page,
  request,
}) => {
  const { id } = await twoVersions(request);
  await signIn(page, { role: "builder" });
  await open(page, id);
  await expect(page.getByRole("button", { name: /Make version/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Restore version 2 to the draft" }).click();
  const ask = page.getByRole("dialog", { name: "Restore version 2 to the draft?" });
  await expect(ask).toContainText("They are replaced");
  await ask.getByRole("button", { name: "Replace draft" }).click();
  await expect(visibleText(page, "Version 2 restored to the draft.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No differences" })).toBeVisible();
});

test("a version that lacks something now is not made live, and it is said what", async ({
  page,
  request,
}) => {
  const name = `look_up_${Date.now()}`;
  const headers = { authorization: await authorization(request) };
  const tool = await request.post("/v1/tools", {
    headers,
    data: {
      name,
      description: "Looks something up.",
      parameters: { type: "object", properties: {} },
      request: { method: "GET", url: "https://example.com/" },
    },
  });
  expect(tool.ok(), await tool.text()).toBe(true);
  const { id } = await twoVersions(request);
  await request.patch(`/v1/agents/${id}`, { headers, data: { tools: [name] } });
  await request.post(`/v1/agents/${id}/deploy`, { headers });
  await request.post(`/v1/agents/${id}/deploy`, { headers, data: { version: 2 } });
  await request.delete(`/v1/tools/${(await tool.json()).id}`, { headers });

  await signIn(page, { role: "admin" });
  await open(page, id);
  await page.getByRole("button", { name: "Make version 3 live" }).click();
  const dialog = page.getByRole("dialog", { name: "Make version 3 live?" });
  const checks = dialog.getByRole("region", { name: "Checks" });
  await expect(checks).toContainText("a version cannot be changed");
  await expect(checks.getByRole("listitem")).toContainText("Tools");
  await expect(dialog.getByRole("button", { name: "Make version 3 live" })).toBeDisabled();
  await expect(rowOf(page, 2)).toContainText("Live");
});

test("a viewer sees versions and differences, and can neither roll back nor restore", async ({
  page,
  request,
}) => {
  const { id } = await twoVersions(request);
  await signIn(page, { role: "viewer" });
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  await expect(rowOf(page, 2)).toContainText("Live");
  await expect(comparison(page)).toContainText("From version 2 to the draft");
  await expect(page.getByRole("button", { name: /Make version|Restore/ })).toHaveCount(0);
});
