import { expect, type Locator, type Page, test } from "@playwright/test";
import { visibleText } from "./look";
import { makeSample } from "./sample";
import { signIn } from "./session";
import { EXCHANGE_TIMEOUT_MS, log, say, variable } from "./typing";

/** A journey takes several pages. */
test.describe.configure({ timeout: 360_000 });
/** More clicks lose people between an idea and a first call. */
const MAX_CLICKS_TO_CALL = 6;

const main = (page: Page) => page.getByRole("main");

/** Counts the clicks of a journey. */
function createClicks() {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  return { click, count: () => clicks };
}

test("from home to a first call and a live version takes at most six clicks", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/");
  const { click, count } = createClicks();
  await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Agents" }));
  await click(main(page).getByRole("button", { name: "New agent" }).first());
  const dialog = page.getByRole("dialog", { name: "New agent" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Front desk");
  await click(dialog.getByRole("button", { name: "Create agent" }));
  await click(page.getByRole("button", { name: "Start test" }));
  await say(page, "Hi, I want to book a cleaning");
  await expect(log(page)).toContainText("All right. What is your full name?", {
    timeout: EXCHANGE_TIMEOUT_MS,
  });
  const name = variable(page, "full_name");
  await expect(name, "a natural first sentence is not stored as an answer").toHaveText("Asked");
  await click(page.getByRole("button", { name: /deploy$/i }));
  await click(page.getByRole("button", { name: "Deploy version 1" }));
  await expect(page.getByRole("dialog", { name: "Version 1 is live" })).toContainText("curl");
  expect(count()).toBeLessThanOrEqual(MAX_CLICKS_TO_CALL);
});

/** The lists, a text of a row in each, and the title of the page that the row leads to. */
const LISTS = [
  { path: "/agents", row: "Front desk of the sample", title: "Front desk of the sample" },
  { path: "/calls", row: "Front desk of the sample", title: "Front desk of the sample" },
  { path: "/contacts", row: "+12125550187", title: /\S/ },
  { path: "/campaigns", row: "Reminders of the sample", title: "Reminders of the sample" },
  { path: "/tools", row: "shop.example.com", title: /\S/ },
  { path: "/webhooks", row: "of-the-sample", title: /\S/ },
] as const;

test("a click anywhere on a row opens what the row lists, and the way back keeps the list", async ({
  page,
}) => {
  await signIn(page, { role: "owner" });
  await page.goto("/");
  await makeSample(page);
  for (const { path, row, title } of LISTS) {
    await page.goto(path);
    const cell = main(page).getByRole("row").filter({ hasText: row }).first().getByRole("cell").last();
    // The row's link covers the cell.
    await cell.click({ force: true });
    await expect(page, path).toHaveURL(new RegExp(`${path}/\\w+`));
    await expect(main(page).getByRole("heading", { level: 1 }), path).toHaveText(title);
    await page.goBack();
    await expect(visibleText(main(page), row).first(), path).toBeVisible();
  }
});

test("a member is invited from home in at most four clicks", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/");
  const { click, count } = createClicks();
  await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }));
  await click(page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Members" }));
  await click(main(page).getByRole("button", { name: "Invite" }).first());
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Email" }).fill("grace@example.com");
  await click(dialog.getByRole("button", { name: "Create invitation" }));
  await expect(main(page).getByText("grace@example.com").first()).toBeAttached();
  expect(count()).toBeLessThanOrEqual(4);
});

test("a dialog that a link opened stays closed after the way back", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/settings/sessions");
  await page.goto("/agents?new=true");
  const dialog = page.getByRole("dialog", { name: "New agent" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Front desk");
  await expect(page).toHaveURL(/\/agents$/);
  await dialog.getByRole("button", { name: "Create agent" }).click();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Front desk");
  await page.goBack();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Agents");
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/settings\/sessions$/);
});
