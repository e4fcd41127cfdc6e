import { expect, type Page, test } from "@playwright/test";
import { make } from "./ask";
import { expectAccessible, listen, lookAt } from "./look";
import { command, expectPalette } from "./palette";
import { signIn } from "./session";

// The others have asked for less motion (playwright.config.ts); here dialogs come and go as for most people.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a dialog and the palette: axe finds nothing, no policy is broken", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin" });
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await expect(page.getByRole("dialog", { name: "New API key" })).toBeVisible();
  await lookAt(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "New key" }), "the focus goes back").toBeFocused();

  await page.keyboard.press("Control+k");
  await expectPalette(page);
  await lookAt(page);
  await command(page, "sess");
  await expect(heading(page)).toHaveText("Sessions");
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

test("the icon is where a browser asks for it before the page has said which", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toBe("image/x-icon");
});

test("on a narrow screen the navigation opens, leads on and closes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { role: "admin" });
  await page.goto("/settings/keys");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Agents" });
  await expect(link).not.toBeInViewport();
  await page.getByRole("button", { name: "Navigation" }).click();
  await expect(link).toBeInViewport();
  await link.click();
  await expect(heading(page)).toHaveText("Agents");
  await expect(link).not.toBeInViewport();
});

test("the first key leads over the frame to the content", async ({ page }) => {
  await signIn(page, { role: "viewer" });
  await page.goto("/settings/sessions");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the switch shows which environment is looked at, for this session until it is switched back", async ({
  page,
}) => {
  await signIn(page, { role: "builder", fresh: true });
  await page.goto("/settings/sessions");
  const notice = page.getByText("Test environment.");
  await expect(notice).toHaveCount(0);
  await page.getByRole("radio", { name: "Live" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("button", { name: /Switch to live/ }).click();
  await expect(notice).toHaveCount(0);
});

test("light and dark are kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page, { role: "viewer" });
  await page.goto("/settings/sessions");
  const scheme = () => page.locator("html").getAttribute("data-mantine-color-scheme");
  expect(await scheme()).toBe("light");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  await expect.poll(scheme).toBe("dark");
  await page.goto("/docs");
  await expect.poll(scheme).toBe("dark");
});

test("what is not there, and what is not for one's role, say so", async ({ page }) => {
  await signIn(page, { role: "builder" });
  await page.goto("/settings/keys");
  await expect(page.getByRole("heading", { name: "You don't have access to this page." })).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByText("This requires the admin role or a higher one. Ask an admin of this workspace."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "New key" })).toHaveCount(0);
  await expect(
    page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "API keys" }),
  ).toHaveCount(0);
  await expectAccessible(page);
});

test("the palette finds an agent by a word of its name, and lists it as recent afterwards", async ({
  page,
}) => {
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/settings/sessions");
  const name = "Claim intake";
  const agent = await make(page, "/agents", { name, type: "messaging", prompt: "You take messages." });
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.press("Control+k");
  await expectPalette(page);
  await page.keyboard.type("claim");
  await expect(palette.getByRole("button", { name: /Claim intake/ })).toHaveCount(1);
  await lookAt(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/live/agents/${agent}$`));
  await expect(heading(page)).toHaveText(name);

  await page.keyboard.press("Control+k");
  await expectPalette(page);
  await expect(palette.getByRole("button", { name: /Claim intake/ })).toHaveCount(1);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    name,
  );
  await page.keyboard.type("claim sco");
  await expect(palette.getByRole("button", { name: "Scores of Claim intake" })).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("zyzzyvas");
  await expect(palette.getByText("No results.")).toBeVisible();
});
