import { randomBytes } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { buildIdpMetadata, newIdpKey } from "@/lib/identity/sso/testing/idp";
import { type IdentityProvider, identityProvider } from "./identity-provider";
import { expectAccessible, listen, visibleText } from "./look";
import { alive, operate, runScript, waitUntilAlive } from "./session";

const PASSWORD = "a password of the tests";
/** Keys are made, and two commands are run, beside the pages themselves. */
const TEST_TIMEOUT_MS = 240_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

let idp: IdentityProvider;
test.beforeAll(async () => {
  idp = await identityProvider();
});
test.afterAll(() => idp.close());
test.beforeEach(({ context }) => waitUntilAlive(context));

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function byPassword(page: Page, email: string, code?: string): Promise<void> {
  await page.goto("/sign-in?next=/settings/sso");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  if (code !== undefined) {
    await page.getByRole("button", { name: "Use an emergency access code" }).click();
    await page.getByRole("textbox", { name: "Emergency access code" }).fill(code);
  }
  // All tests sign in from one address, whose attempts are limited. Like a person, wait as the page says.
  const alert = page.getByRole("alert").filter({ hasText: /./ });
  for (let waitS = 0; ; ) {
    await page.waitForTimeout(waitS * 1_000);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await Promise.race([page.waitForURL((url) => url.pathname !== "/sign-in"), alert.first().waitFor()]);
    const [text = ""] = new URL(page.url()).pathname === "/sign-in" ? await alert.allInnerTexts() : [];
    const limited = /Too many attempts\. Wait (\d+) second/.exec(text);
    if (limited === null) return;
    waitS = Number(limited[1]) + 1;
  }
}

/** All of the page has come, too: what is typed before its own code runs is lost to it. */
async function comesIn(page: Page): Promise<void> {
  await page.waitForURL(/\/w\/ws_\w+\/live\/settings\/sso$/);
  await expect(heading(page)).toHaveText("Single sign-on");
  await alive(page);
}

async function bySso(page: Page, email: string): Promise<void> {
  await page.goto("/sign-in?next=/settings/sessions");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
}

test("an owner connects a provider, tests it, signs in by it, enforces it, and gets in by break-glass once", async ({
  page,
  browser,
  baseURL,
}) => {
  const domain = `${randomBytes(6).toString("hex")}.example`;
  const owner = `owner@${domain}`;
  const workspace = runScript("sso-setup", owner, PASSWORD);
  const pageLog = listen(page, baseURL);

  await test.step("connect", async () => {
    await byPassword(page, owner);
    await comesIn(page);
    await page.getByRole("textbox", { name: "Metadata (XML)" }).fill(idp.metadata);
    await page.getByRole("textbox", { name: "Email domains" }).fill(domain);
    await page.getByRole("textbox", { name: "Email domains" }).press("Enter");
    await page.getByRole("textbox", { name: "Role attribute" }).fill("groups");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("textbox", { name: "Value 1" }).fill("eng");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(visibleText(page, "Awaiting confirmation")).toBeVisible();
    await expect(page.getByRole("button", { name: "Require SSO" })).toBeDisabled();
    const message = visibleText(page, `npm run workspace -- domain ${workspace} ${domain}`);
    await expect(message).toBeVisible();
    await expect(page.getByRole("region", { name: "2. Upload its metadata" })).toContainText("Done");
    await expect(page.getByRole("region", { name: "4. Test the sign-in" })).toContainText("No test yet");
    await expectAccessible(page);
  });

  await test.step("a test before the domain is confirmed is refused, and shows what came", async () => {
    idp.setPerson({ nameId: owner, attributes: { groups: ["eng", "ops"] } });
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(visibleText(page, "The last test failed")).toBeVisible();
    await expect(page.getByRole("table", { name: "Attributes from the provider" })).toContainText("eng, ops");
  });

  await test.step("the operator confirms it, and a test works", async () => {
    operate("workspace", "domain", workspace, domain);
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(visibleText(page, "The last test succeeded")).toBeVisible();
    await expect(
      visibleText(page, `(${owner}) would sign in as Viewer. The test started no session.`),
    ).toBeVisible();
    await expectAccessible(page);
  });

  const otherBrowser = await browser.newContext();
  await waitUntilAlive(otherBrowser);
  const guest = await otherBrowser.newPage();
  await test.step("a new user signs in by it and becomes a member", async () => {
    idp.setPerson({
      nameId: `ada@${domain}`,
      attributes: { groups: ["eng"], displayName: ["Ada Lovelace"] },
    });
    await bySso(guest, `ada@${domain}`);
    await expect(heading(guest)).toHaveText("Sessions");
    await expect(guest.getByRole("button", { name: /^Account:/ })).toContainText("Ada Lovelace");
  });

  let code = "";
  await test.step("a break-glass code is made, and single sign-on becomes the only way in", async () => {
    await page.goto("/settings/sso");
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByRole("button", { name: "Create new code" }).click();
    code = (await page.getByTestId("break-glass").textContent()) ?? "";
    expect(code).toMatch(/^(?:[0-9a-z]{5}-){5}[0-9a-z]{5}$/);
    await page.getByRole("button", { name: "I've saved it" }).click();
    await page.getByRole("button", { name: "Require SSO" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Require it now" }).click();
    // The owner's own session was opened by a password, and ends like any other.
    await expect(async () => {
      await page.goto("/settings/sso");
      await expect(page).toHaveURL(/\/sign-in/);
    }).toPass();
    await guest.goto("/settings/sessions");
    await expect(heading(guest)).toHaveText("Sessions");
  });

  await test.step("a password is refused, and says where to go", async () => {
    await byPassword(page, owner);
    await expect(page.getByRole("alert").filter({ hasText: "requires single sign-on" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the code lets the owner in, once", async () => {
    await byPassword(page, owner, code);
    await expect(heading(page)).toHaveText("Single sign-on");
    await page.goto("/settings/audit?action=sso.break_glass_used");
    await expect(page.getByRole("main").getByText("sso.break_glass_used").first()).toBeVisible();
    await page.context().clearCookies();
    await byPassword(page, owner, code);
    await expect(page.getByRole("alert").filter({ hasText: "Incorrect email or password" })).toBeVisible();
  });

  await test.step("the owner signs in by the provider, and stays an owner", async () => {
    idp.setPerson({ nameId: owner, attributes: { groups: ["eng"] } });
    await bySso(page, owner);
    await expect(heading(page)).toHaveText("Sessions");
    await page.goto("/settings/sso");
    await expect(visibleText(page, "Required", { exact: true })).toBeVisible();
  });

  await otherBrowser.close();
  expect(pageLog.complaints.filter((text) => /content security|hydrat/i.test(text))).toEqual([]);
});

test("an address of an unknown domain gets the same answer as an unknown address of a known one", async ({
  page,
}) => {
  await bySso(page, `nobody@${randomBytes(6).toString("hex")}.example`);
  await expect(
    page.getByRole("alert").filter({ hasText: "Single sign-on is not set up for this email" }),
  ).toBeVisible();
});

test("an unsolicited response returns to the sign-in page with the reason and creates no session", async ({
  page,
  baseURL,
}) => {
  const answer = await page.request.post(`${baseURL}/api/sso/ws_${"0".repeat(26)}/acs`, {
    form: { SAMLResponse: "PHg+", RelayState: "" },
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers().location]).toEqual([303, "/sign-in?sso=not_begun_here"]);
  await page.goto("/sign-in?sso=not_begun_here");
  await expect(page.getByRole("alert").filter({ hasText: "started here" })).toBeVisible();
});

test("a certificate that runs out within a month is warned of, until its successor is there", async ({
  page,
}) => {
  const owner = `owner@${randomBytes(6).toString("hex")}.example`;
  runScript("sso-setup", owner, PASSWORD);
  const DAY_MS = 86_400_000;
  const ending = newIdpKey({ notAfter: new Date(Date.now() + 20 * DAY_MS) });
  const publish = async (button: string, ...certificates: string[]) => {
    const xml = buildIdpMetadata("https://idp.example.com", "https://idp.example.com/sso", certificates);
    await page.getByRole("textbox", { name: "Metadata (XML)" }).fill(xml);
    await page.getByRole("button", { name: button, exact: true }).click();
  };
  await byPassword(page, owner);
  await comesIn(page);
  await publish("Connect", ending.certificate);
  await expect(visibleText(page, "Renew the certificate")).toBeVisible();
  await expect(visibleText(page, "Expires soon")).toBeVisible();
  await expectAccessible(page);
  await publish("Save", ending.certificate, newIdpKey().certificate);
  await expect(visibleText(page, "Valid", { exact: true })).toBeVisible();
  await expect(page.getByText("Renew the certificate")).toHaveCount(0);
});
