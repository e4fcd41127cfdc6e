import { expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible, visibleText } from "./look";
import { signIn } from "./session";

const PASSWORD = "a password of the tests";
const STEP_MS = 30_000;

/** A member with a password, signed in, by the link of an invitation. */
async function newcomer(page: Page): Promise<string> {
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/settings/members");
  const email = `tilda.${Date.now()}@example.com`;
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Create invitation" }).click();
  const link = (await page.getByTestId("link").textContent()) ?? "";
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole("textbox", { name: "Your name" }).fill("Tilda Two");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL(/\/w\/ws_\w+\/live$/);
  return email;
}

async function givePassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

test("the second factor is turned on with an app, asked for at the sign-in, and a recovery code stands in", async ({
  page,
}) => {
  const email = await newcomer(page);
  await page.goto("/settings/account");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Turn on" }).click();
  await givePassword(page);
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = (await page.getByTestId("totp-secret").textContent()) ?? "";
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  await page.getByRole("textbox", { name: "Code from the app" }).fill(app.generate());
  await expectAccessible(page);
  await page.getByRole("button", { name: "Turn on two-factor" }).click();
  const [recovery = ""] = ((await page.getByTestId("codes").textContent()) ?? "").split("\n");
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(visibleText(page, "10 recovery codes are left.")).toBeVisible();

  const start = async () => {
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
  };
  await start();
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").getByText("Incorrect or used code")).toBeVisible();
  // The code of the step after: that of this one has turned the factor on.
  await page.getByRole("textbox", { name: "Code" }).fill(app.generate({ timestamp: Date.now() + STEP_MS }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/w\/ws_\w+\/live$/);

  await start();
  await page.getByRole("textbox", { name: "Code" }).fill(recovery);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/w\/ws_\w+\/live$/);
  await page.goto("/settings/account");
  await expect(page.getByRole("main").getByText("9 recovery codes are left")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await givePassword(page);
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
});

test("without a mail server the page says who makes a link that resets a password", async ({ page }) => {
  await page.goto("/forgot-password");
  await expect(visibleText(page, "This installation cannot send email.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/reset-password/no-such-link");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("alert").getByText("This link was used or has expired.")).toBeVisible();
  await expectAccessible(page);
});
