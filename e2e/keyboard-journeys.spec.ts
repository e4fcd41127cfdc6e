import { expect, type Page, test } from "@playwright/test";
import { ask, make, say } from "./ask";
import { goTo, press, tabTo } from "./focus";
import { visibleText } from "./look";
import { signIn } from "./session";
import { log } from "./typing";

/** A journey takes several pages, and the focus is checked at each stop. */
test.describe.configure({ timeout: 360_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const AGENT = { type: "messaging", prompt: "Ask for the color.", variables: [{ name: "color" }] };

/** Opens a page whose code has loaded, so that keys are heard. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}

test("an agent is made, tested and deployed by keyboard alone", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  await open(page, "/agents");
  await press(page, page.getByRole("main").getByRole("button", { name: "New agent" }).first());
  const dialog = page.getByRole("dialog", { name: "New agent" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  await expect(name).toBeVisible();
  await tabTo(page, name);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Agent made by keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agent made by keys");
  await press(page, button(page, "Start test"));
  const message = page.getByRole("textbox", { name: "Your message" });
  await expect(message).toBeFocused();
  await page.keyboard.type("Hello");
  await page.keyboard.press("Enter");
  await expect(log(page).getByRole("listitem").filter({ hasText: /^You/ })).toBeVisible();
  await tabTo(page, button(page, /deploy$/i), "Shift+Tab");
  await page.keyboard.press("Enter");
  const deploy = page.getByRole("dialog").getByRole("button", { name: "Deploy version 1" });
  await expect(deploy).toBeVisible();
  await press(page, deploy);
  const deployed = page.getByRole("dialog", { name: "Version 1 is live" });
  await expect(deployed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(deployed).toHaveCount(0);
  await expect(page.getByRole("main"), "the disabled Deploy button cannot take the focus").toBeFocused();
});

test("a campaign is drafted from the contacts by keyboard alone", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  const agent = await make(page, "/agents", { ...AGENT, name: "Reminders by keys" });
  await make(page, `/agents/${agent}/deploy`);
  await make(page, "/contacts", { phone: "+12125550123", name: "Ada" });
  await open(page, "/contacts");
  await press(page, page.getByRole("main").getByRole("link", { name: "Start campaign" }));
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toBeVisible();
  await tabTo(page, name);
  await page.keyboard.type("Reminders");
  await tabTo(page, page.getByRole("combobox", { name: "Agent" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await press(page, button(page, "Save and continue"));
  await expect(page).toHaveURL(/step=when/);
  await press(page, button(page, "Save and continue"));
  await expect(page).toHaveURL(/step=contacts/);
  await tabTo(page, page.getByRole("checkbox", { name: /^Ada/ }));
  await page.keyboard.press("Space");
  await press(page, button(page, "Add 1 contact"));
  await expect(button(page, "Check reach")).toBeEnabled();
  await press(page, button(page, "Check reach"));
  await expect(page).toHaveURL(/step=check/);
});

test("a call is commented on and exported by keyboard alone", async ({ page }) => {
  await signIn(page, { role: "owner" });
  const agent = await make(page, "/agents", { ...AGENT, name: "Reviewed by keys" });
  await make(page, `/agents/${agent}/deploy`);
  const call = await make(page, "/calls", { agent_id: agent, channel: "chat" });
  await say(page, call, ["Blue"]);
  await make(page, `/calls/${call}/end`);
  await expect.poll(async () => (await ask(page, "GET", `/calls/${call}`)).json.settled_at).toBeTruthy();
  await open(page, `/calls/${call}`);
  await press(page, button(page, "Export"));
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  const text = page.getByRole("menuitem", { name: /text/i });
  const download = page.waitForEvent("download");
  await tabTo(page, text, "ArrowDown");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/\.txt$/);
  const comment = page
    .getByRole("region", { name: "Comments", exact: true })
    .getByRole("textbox", { name: "Comment", exact: true });
  await tabTo(page, comment);
  await page.keyboard.type("Heard by keys.");
  await page.keyboard.press("Control+Enter");
  await expect(visibleText(page, "Heard by keys.").first()).toBeVisible();
});

test("a member is invited and a key is made by keyboard alone", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  await open(page, "/settings/members");
  await press(page, page.getByRole("main").getByRole("button", { name: "Invite" }).first());
  const invitation = page.getByRole("dialog", { name: "Invite a member" });
  await expect(invitation.getByRole("textbox", { name: "Email" })).toBeFocused();
  await page.keyboard.type("keys@example.com");
  await page.keyboard.press("Enter");
  await press(
    page,
    page.getByRole("dialog", { name: "Invitation link" }).getByRole("button", { name: "Done" }),
  );
  await goTo(page, "api keys", "API keys");
  await press(page, page.getByRole("main").getByRole("button", { name: "New key" }).first());
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Key made by keys");
  await page.keyboard.press("Enter");
  const secret = page.getByRole("dialog", { name: "Your API key" });
  await expect(secret.getByTestId("secret")).toHaveText(/^prl_live_/);
  await press(page, secret.getByRole("button", { name: "I've saved it" }));
  await expect(page.getByRole("row", { name: /Key made by keys/ })).toBeVisible();
});
