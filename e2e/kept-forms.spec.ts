import { expect, type Locator, type Page, test } from "@playwright/test";
import { ask, make } from "./ask";
import { lookAt, visibleText } from "./look";
import { signIn } from "./session";

const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

const OFFLINE = "You are offline. Your changes are kept. Try again.";
const PHONE = "+12125550177";
const WORKSPACE = "Kept workspace";

/** A form, filled in: its field, the button that sends it, and whether the change was saved. */
type Form = {
  field: Locator;
  value: string;
  send: () => Promise<void>;
  isSaved: () => Promise<boolean>;
};

async function openPageForm(page: Page): Promise<Form> {
  await page.goto("/settings/workspace");
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  await field.fill(WORKSPACE);
  return {
    field,
    value: WORKSPACE,
    send: () => page.getByRole("button", { name: "Save", exact: true }).click(),
    isSaved: async () => JSON.stringify((await ask(page, "GET", "/workspace")).json).includes(WORKSPACE),
  };
}

async function openDialogForm(page: Page): Promise<Form> {
  await page.goto("/contacts");
  await page.getByRole("button", { name: "New contact" }).click();
  const dialog = page.getByRole("dialog", { name: "New contact" });
  const field = dialog.getByRole("textbox", { name: "Phone number" });
  await field.fill(PHONE);
  return {
    field,
    value: PHONE,
    send: () => dialog.getByRole("button", { name: "Create contact" }).click(),
    isSaved: async () => JSON.stringify((await ask(page, "GET", "/contacts")).json).includes(PHONE),
  };
}

async function openWizardForm(page: Page): Promise<Form> {
  await page.goto("/campaigns");
  const agent = { name: "Texting desk", type: "messaging", prompt: "You book visits." };
  await make(page, "/agents", agent);
  await page.goto("/campaigns/new");
  const field = page.getByRole("textbox", { name: "Name" });
  await field.fill("Kept campaign");
  return {
    field,
    value: "Kept campaign",
    send: () => page.getByRole("button", { name: "Save and continue" }).click(),
    isSaved: async () =>
      JSON.stringify((await ask(page, "GET", "/campaigns")).json).includes("Kept campaign"),
  };
}

const FORMS = [
  ["the form of a page", openPageForm],
  ["the form of a dialog", openDialogForm],
  ["a step of a wizard", openWizardForm],
] as const;

for (const [name, open] of FORMS) {
  test(`${name} keeps what was typed while offline, and sends it when back online`, async ({ page }) => {
    await signIn(page, { role: "owner", empty: true });
    const { field, value, send, isSaved } = await open(page);
    await page.context().setOffline(true);
    await send();
    await expect(visibleText(page, OFFLINE).first()).toBeVisible();
    await expect(field).toHaveValue(value);
    await page.context().setOffline(false);
    expect(await isSaved()).toBe(false);
    await send();
    await expect.poll(isSaved).toBe(true);
  });

  test(`${name} keeps what was typed when the session has ended, and continues after signing in again`, async ({
    page,
  }) => {
    await signIn(page, { role: "owner", empty: true });
    const { field, value, send, isSaved } = await open(page);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await send();
    const signedOut = page.getByRole("dialog", { name: "Your session has ended" });
    await expect(signedOut).toBeVisible();
    await lookAt(page);
    await signedOut.getByRole("button", { name: "Continue" }).click();
    await expect(signedOut.getByRole("alert")).toHaveText("You are not signed in to this workspace yet.");
    await page.keyboard.press("Escape");
    await expect(signedOut).toBeVisible();
    // Another tab has signed in.
    await page.context().addCookies(cookies);
    await signedOut.getByRole("button", { name: "Continue" }).click();
    await expect(signedOut).toHaveCount(0);
    await expect(field).toHaveValue(value);
    await send();
    await expect.poll(isSaved).toBe(true);
  });
}
