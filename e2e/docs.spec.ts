import { expect, test } from "@playwright/test";
import { make } from "./ask";
import { expectAccessible, listen, lookAt } from "./look";
import { signIn, waitUntilAlive } from "./session";

const PAGES = ["/sign-in", "/docs", "/docs/agents", "/docs/calls", "/docs/events", "/docs/errors"];
/** The widths of the three layouts: contents above the page, beside it, and samples beside the text. */
const WIDTHS = [390, 900, 1_440];

for (const path of PAGES) {
  test(`${path} asks nobody else, breaks no policy, and axe finds nothing`, async ({ page, baseURL }) => {
    const pageLog = listen(page, baseURL);
    await page.goto(path);
    await lookAt(page);
    expect(pageLog).toEqual({ complaints: [], foreign: [] });
  });
}

test("each layout of a page is accessible, and nothing is cut off", async ({ page }) => {
  await page.goto("/docs/agents");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
});

test("a page of the reference is in the first response", async ({ request }) => {
  const html = await (await request.get("/docs/agents")).text();
  for (const text of ["Create an agent", "voice_id", "invalid_api_key", "PARLEY_API_KEY"])
    expect(html).toContain(text);
});

test("every page that the contents name exists", async ({ page, request }) => {
  await page.goto("/docs");
  const links = page.getByRole("navigation", { name: "API reference" }).getByRole("link");
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200);
  expect((await request.get("/docs/no-such-resource")).status()).toBe(404);
});

test("a choice of the language applies to every sample, also on the next page", async ({ page }) => {
  await waitUntilAlive(page.context());
  await page.goto("/docs/agents");
  await page.getByRole("tab", { name: "Python" }).first().click();
  const samples = page.getByRole("group", { name: / with Python$/ });
  await expect(samples.first()).toContainText("urllib.request");
  expect(await samples.count()).toBeGreaterThan(5);
  await page.getByRole("link", { name: "Tools" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tools" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Create an HTTP tool with Python" })).toBeVisible();
});

test("the search finds operations, fields, events and errors", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await waitUntilAlive(page.context());
  await page.goto("/docs");
  const searches: [string, RegExp, RegExp][] = [
    ["create an agent", /Create an agent/, /\/docs\/agents#createAgent$/],
    ["announced_at", /recording\.announced_at/, /\/docs\/calls#Call(Item)?-object$/],
    ["call.settled", /call\.settled/, /\/docs\/events#call\.settled$/],
    ["rate_limited", /rate_limited/, /\/docs\/errors#rate_limited$/],
  ];
  for (const [query, result, address] of searches) {
    await page.keyboard.press("/");
    await page.getByRole("textbox", { name: "Search" }).fill(query);
    await expect(page.getByRole("dialog").getByRole("button", { name: result }).first()).toBeVisible();
    if (query === "announced_at") await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: result }).first().click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("a signed-in reader finds their agent's ID in the samples, and never in one that deletes", async ({
  page,
}) => {
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/agents");
  const agent = await make(page, "/agents", { name: "Front desk", type: "messaging", prompt: "Help." });
  await page.goto("/docs/agents");
  await expect(page.getByRole("group", { name: "Get an agent with curl" })).toContainText(agent);
  await expect(page.getByRole("group", { name: "Archive an agent with curl" })).not.toContainText(agent);
  await page.goto("/docs/calls");
  await expect(page.getByRole("group", { name: "Start a call with curl" })).toContainText(agent);
});

test("the address in an error leads to what its code means", async ({ page, request }) => {
  const refused = await request.get("/v1/agents");
  const { type, code } = await refused.json();
  await page.goto(type);
  await expect(page.locator(`#${code}`)).toBeInViewport();
});

test("a page that is not there says so, with the status and under the same policy", async ({ page }) => {
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

test("no two answers share a nonce", async ({ request }) => {
  const nonces = await Promise.all(
    [1, 2, 3].map(
      async () =>
        /'nonce-([^']+)'/.exec((await request.get("/docs")).headers()["content-security-policy"] ?? "")?.[1],
    ),
  );
  expect(new Set(nonces).size).toBe(3);
  expect(nonces).not.toContain(undefined);
});
