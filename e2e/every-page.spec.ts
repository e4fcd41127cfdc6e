import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, listen, lookAt, NARROW_AND_DARK } from "./look";
import { FOLDERS, PAGES } from "./pages";
import { makeSample, type Sample } from "./sample";
import { signIn } from "./session";

let sample: Sample;
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, { role: "owner" });
  sample = await makeSample(page);
  await page.close();
});

/** A test looks at several pages, a second or two each. */
const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });
test.use(NARROW_AND_DARK);

const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

for (const folder of FOLDERS) {
  test(`${folder}: axe finds nothing, nothing is cut off, no policy is broken, nobody else is asked`, async ({
    page,
    baseURL,
  }) => {
    const looked = PAGES[folder];
    if (looked === undefined) throw new Error(`Tell in e2e/pages.ts how ${folder} is reached.`);
    const pageLog = listen(page, baseURL);
    await signIn(page, { role: "owner" });
    await page.goto(looked.at(sample));
    await expect(heading(page)).toHaveCount(1);
    await expect(page.getByRole("main").getByText(looked.shows).first()).toBeVisible();
    await lookAt(page);
    expect(pageLog).toEqual({ complaints: [], foreign: [] });
  });
}

test("no page is told of that is not there", () => {
  expect(Object.keys(PAGES).sort()).toEqual(FOLDERS);
});

const MISSING = "0".repeat(26);
/** A 404 and its like are noted by the browser itself. */
const NOTED = "Failed to load resource";

test("missing pages, invalid addresses and a call in progress are accessible", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "builder" });
  for (const path of [
    `/calls/call_${MISSING}`,
    "/calls/nonsense",
    `/agents/agt_${MISSING}`,
    "/settings/nonsense",
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(heading(page), path).toHaveText("Not found");
  }
  await lookAt(page);

  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await lookAt(page);

  await page.goto("/calls?status=sleeping");
  await expect(page.getByRole("alert").filter({ hasText: "status" })).toBeVisible();
  await lookAt(page);
  await page.goto("/calls?q=zyzzyvas");
  await expect(page.getByRole("heading", { name: "No calls match" })).toBeVisible();
  await lookAt(page);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("link", { name: /20\d\d/ }).first()).toBeVisible();

  await page.goto(`/calls/${sample.running}`);
  await expect(page.getByRole("button", { name: "End call" })).toBeVisible();
  await lookAt(page);
  const complaints = pageLog.complaints.filter((complaint) => !complaint.startsWith(NOTED));
  expect({ ...pageLog, complaints }).toEqual({ complaints: [], foreign: [] });
});

test("a page that is refused says who may see it", async ({ page }) => {
  await signIn(page, { role: "viewer" });
  for (const path of ["/settings/keys", "/settings/audit", "/tools/new", "/campaigns/new"]) {
    await page.goto(path);
    await expect(
      page.getByRole("heading", { name: "You don't have access to this page." }),
      path,
    ).toBeVisible();
    await expect(
      page.getByRole("main").getByText(/Ask an admin (?:or an owner )?of this workspace/),
      path,
    ).toBeVisible();
  }
  await lookAt(page);
});

/** Text of each empty list. */
const EMPTY = {
  "/agents": "No agents yet",
  "/analytics": "No calls in this period",
  "/calls": "No calls yet",
  "/campaigns": "No campaigns yet",
  "/contacts": "No contacts yet",
  "/tools": "No tools yet",
  "/integrations": "No integrations yet",
  "/settings/keys": "No API keys yet",
  "/call-routes": "No SIP trunks yet",
  "/phone-numbers": "No numbers yet",
};
test("a workspace with nothing in it tells on each page how to begin", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  for (const [path, title] of Object.entries(EMPTY)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expectAccessible(page);
  }
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
