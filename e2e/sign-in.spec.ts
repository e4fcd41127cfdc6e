import { type APIResponse, expect, type Page, type Response, test } from "@playwright/test";
import { ask } from "./ask";
import { listen, visibleText } from "./look";
import { alive, signIn, waitUntilAlive } from "./session";

const OWNER = { email: "owner@example.com", password: "a password of the tests" };
/** A page that every signed-in user can see. */
const SESSIONS = "/settings/sessions";

async function fill(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

const isAtSignIn = (page: Page, next = SESSIONS) =>
  expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(next)}`);
/** The sign-in page, which leads back to the sessions of the workspace that was open. */
const isSignedOutOfWorkspace = (page: Page) =>
  expect(page).toHaveURL(/\/sign-in\?next=%2Fw%2Fws_\w+%2Flive%2Fsettings%2Fsessions$/);
test.beforeEach(({ context }) => waitUntilAlive(context));

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("the owner signs in by keyboard alone, comes to the page they wanted, and signs out", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await page.goto(`${SESSIONS}?from=mail`);
  await isAtSignIn(page, `${SESSIONS}?from=mail`);
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  // A form whose button is disabled is not sent by Enter either.
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/w\/ws_\w+\/live\/settings\/sessions\?from=mail$/);
  await expect(heading(page)).toHaveText("Sessions");

  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === "parley.session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  await page.goto("/sign-in");
  await expect(page, "who is signed in needs no form").not.toHaveURL(/sign-in/);

  await page.goto(SESSIONS);
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto(SESSIONS);
  await isAtSignIn(page);
  // A copied cookie of an ended session is invalid.
  await page.context().addCookies(cookies);
  await page.goto(SESSIONS);
  await isAtSignIn(page);
  expect(pageLog.foreign).toEqual([]);
  expect(pageLog.complaints.filter((text) => /content security|hydrat/i.test(text))).toEqual([]);
});

test("a password manager finds the fields by their names", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.locator('input[autocomplete="username"][type="email"]')).toHaveCount(1);
  await expect(page.locator('input[autocomplete="current-password"][type="password"]')).toHaveCount(1);
});

/** The attempts that an address has in a minute. */
const MAX_GUESSES = 10;

/** The server's answer, from which the page makes its words. */
const outcomeOf = async (answer: Response | APIResponse) => ({
  status: answer.status(),
  error: new URL(((await answer.json()) as { url: string }).url, answer.url()).searchParams.get("error"),
});

/** Sends the same as the form. The form itself would need longer than a minute for all guesses on a slow machine. */
async function guess(page: Page, email: string, password: string) {
  const { csrfToken } = (await (await page.request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { email, password, code: "", break_glass: "", callbackUrl: "/", csrfToken, json: "true" };
  return outcomeOf(await page.request.post("/api/auth/callback/credentials", { form }));
}

test("a wrong password and an unknown address are answered in the same words, and many attempts with a wait", async ({
  page,
}) => {
  await page.goto("/sign-in");
  const alert = page.getByRole("alert").filter({ hasText: /\S/ });
  const attempt = async (email: string, password: string) => {
    await fill(page, { email, password });
    const answered = page.waitForResponse(/callback\/credentials/);
    await page.getByRole("button", { name: "Sign in" }).click();
    const answer = await answered;
    await expect(alert).toBeVisible();
    return { ...(await outcomeOf(answer)), text: await alert.textContent() };
  };
  const knownAddress = await attempt(OWNER.email, "not the password");
  expect(knownAddress.text).toBe("Incorrect email or password.");
  await expect(page.getByLabel("Password", { exact: true }), "ready to be typed again").toBeFocused();
  expect(await attempt("nobody@example.com", "not the password")).toEqual(knownAddress);
  const unknownAddress = "guessed@example.com";
  const { text: _, ...knownOutcome } = knownAddress;
  const guesses = Array.from({ length: MAX_GUESSES }, (_guess, n) =>
    guess(page, unknownAddress, `guess ${n}`),
  );
  for (const outcome of await Promise.all(guesses)) expect(outcome).toEqual(knownOutcome);
  expect((await attempt(unknownAddress, "one more")).text).toMatch(/^Too many attempts\. Wait \d+ seconds/);
});

test("sign-in never redirects to another site", async ({ page }) => {
  await signIn(page, { role: "viewer" });
  for (const next of ["https://example.org/", "//example.org/", "/\\example.org/"]) {
    const answer = await page.request.get(`/sign-in?next=${encodeURIComponent(next)}`, { maxRedirects: 0 });
    expect(answer.headers().location ?? "", next).toBe("/");
  }
});

test("the form is refused without its token, and next-auth's other pages are not there", async ({
  request,
  baseURL,
}) => {
  const forged = await request.post("/api/auth/callback/credentials", {
    form: { ...OWNER, json: "true" },
    headers: { origin: "https://example.org" },
    maxRedirects: 0,
  });
  expect(new URL((await forged.json()).url, baseURL).searchParams.get("csrf")).toBe("true");
  expect(forged.headers()["set-cookie"] ?? "").not.toContain("parley.session=");
  for (const path of ["signin", "signout", "session", "providers", "error", "_log"])
    expect((await request.get(`/api/auth/${path}`)).status(), path).toBe(404);
  expect((await request.post("/api/auth/_log", { data: { code: "x", level: "error" } })).status()).toBe(404);
});

test("sessions are ended one by one and all at once", async ({ page, browser, baseURL }) => {
  const otherBrowser = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  await waitUntilAlive(otherBrowser);
  const otherPage = await otherBrowser.newPage();
  const requestIds: (string | undefined)[] = [];
  for (const openPage of [page, otherPage]) {
    await openPage.goto(SESSIONS);
    await fill(openPage, OWNER);
    const answer = openPage.waitForResponse(/\/api\/auth\/callback\/credentials/);
    await openPage.getByRole("button", { name: "Sign in" }).click();
    requestIds.push((await answer).headers()["x-request-id"]);
    await expect(heading(openPage)).toHaveText("Sessions");
    await alive(openPage);
  }
  // The id that the browser got is the one in the audit log.
  const { json } = await ask(page, "GET", "/audit?limit=50");
  for (const requestId of requestIds)
    expect(json.data).toContainEqual(
      expect.objectContaining({ action: "session.opened", request_id: requestId }),
    );
  await page.reload();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.filter({ hasText: "This session" })).toHaveCount(1);
  const before = await rows.count();
  expect(before).toBeGreaterThanOrEqual(2);
  await rows
    .nth(0)
    .getByRole("button", { name: /^End session/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
  await expect(visibleText(page, "Session ended.")).toBeVisible();
  await expect(rows).toHaveCount(before - 1);
  await otherPage.reload();
  await isSignedOutOfWorkspace(otherPage);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto(SESSIONS);
  await isAtSignIn(page);
  await otherBrowser.close();
});
