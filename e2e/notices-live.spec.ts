import { expect, type Locator, type Page, test } from "@playwright/test";
import { ask, make } from "./ask";
import { listen, lookAt } from "./look";
import { signIn } from "./session";

const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

const PASSWORD = "a password of the tests";
const SECRET = "4815162342";
const bell = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

test("who is told of something sees it at the bell, and it leads there", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/notices");
  await expect(page.getByRole("heading", { name: "No notifications" })).toBeVisible();
  await lookAt(page);
  const contact = await make(page, "/contacts", { phone: "+12125550143" });
  await ask(page, "PUT", `/contacts/${contact}/legal-hold`, { reason: "Case 7." });
  const { json: deletion } = await ask(page, "DELETE", `/contacts/${contact}/data`);
  expect(deletion.status).toBe("blocked");
  await page.goto("/agents");
  await bell(page, "Notifications: 1 unread").click();
  await expect(page).toHaveURL(/\/notices$/);
  const notice = page.getByRole("main").getByRole("listitem").filter({ hasText: "A deletion is blocked" });
  await expect(notice).toContainText("Unread.");
  await lookAt(page);
  await notice.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/settings/deletions/${deletion.id}$`));
  await expect(bell(page, "Notifications")).toBeVisible();
  await page.goto("/notices");
  await expect(notice).not.toContainText("Unread.");
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});

/** A user that no other test signs in. */
async function invited(page: Page): Promise<string> {
  await signIn(page, { role: "owner", empty: true });
  const email = `nora.${Date.now()}@example.com`;
  const { json } = await ask(page, "POST", "/invitations", { email, role: "viewer" });
  const token = new URL((json as { link: string }).link).pathname.split("/").at(-1);
  const body = { token, name: "Nora Nobody", password: PASSWORD };
  await page.context().clearCookies();
  expect((await ask(page, "POST", "/invitations/accept", body)).status).toBeLessThan(300);
  return email;
}

test("a person is told of a sign-in from a browser that is new", async ({ page, browser }) => {
  const email = await invited(page);
  /** In the page's browser; returns what they are told. */
  const enter = async (page: Page): Promise<Locator> => {
    await page.goto("/sign-in?next=/notices");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
    await page.waitForLoadState();
    return page.getByRole("main").getByText("You signed in from a new browser");
  };
  const contexts = [await browser.newContext(), await browser.newContext()];
  const [first, second] = [await contexts[0]?.newPage(), await contexts[1]?.newPage()];
  if (first === undefined || second === undefined) throw new Error("There is no browser.");
  const before = await (await enter(first)).count();
  await expect(await enter(second)).toHaveCount(before + 1);
  await second.context().clearCookies({ name: "parley.session" });
  await expect(await enter(second), "the same browser is no news").toHaveCount(before + 1);
  for (const context of contexts) await context.close();
});

test("a call is followed as it happens, masked, and ended", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "builder", empty: true });
  await page.goto("/active-calls");
  await expect(page.getByRole("heading", { name: "No active calls" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Background jobs" })).toContainText(/Operational|Delayed/);
  await lookAt(page);
  const agent = await make(page, "/agents", {
    name: "Front desk that is followed",
    type: "messaging",
    prompt: "Ask for account_number.",
    greeting: "What can I do for you?",
    variables: [{ name: "account_number", description: "your account number", sensitive: true }],
  });
  const call = await make(page, "/calls", { agent_id: agent, channel: "chat", draft: true });
  const line = page.getByRole("list", { name: "Calls in progress" }).getByRole("button");
  await line.click();
  const turns = page.getByRole("region", { name: "Turns" });
  await expect(turns).toContainText("What can I do for you?");
  await make(page, `/calls/${call}/messages`, { text: `It is ${SECRET}.` });
  await expect(turns).toContainText("withheld");
  await expect(page.getByRole("main")).not.toContainText(SECRET);
  await lookAt(page);
  await page.getByRole("button", { name: "End call" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End call" }).click();
  await expect(page.getByRole("heading", { name: "No active calls" })).toBeVisible();
  await expect(turns).not.toContainText(SECRET);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
