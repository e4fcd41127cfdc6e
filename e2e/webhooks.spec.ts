import { expect, type Locator, type Page, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { openReceiver, type Receiver } from "@/lib/data/webhooks/testing/receiver";
import { ask, make, say } from "./ask";
import { listen, lookAt, visibleText } from "./look";
import { signIn } from "./session";

/** A delivery that fails is tried again within the minute. */
const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

const SECRET = "4815162342";
const AGENT = {
  name: "Front desk of the webhooks",
  type: "messaging",
  prompt: "Ask for account_number.",
  variables: [{ name: "account_number", description: "your account number", sensitive: true }],
};

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await openReceiver(204, Number(process.env.E2E_RECEIVER_PORT));
});
test.afterAll(() => receiver.close());

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const rows = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
/** The page again and again until it shows it: what a worker does, it does when it comes to it. */
const expectTimes = (page: Page, text: string, times: number, further: string | RegExp = "") =>
  expect(async () => {
    await page.reload();
    await expect(rows(page, text).filter({ hasText: further })).toHaveCount(times, { timeout: 1_000 });
  }).toPass();

/** Presses a button that sends a request to this path, and waits for the answer; a reload would cancel the request. */
async function sends(page: Page, path: string, button: Locator): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && new URL(response.url()).pathname.endsWith(path),
  );
  await button.click();
  expect((await answered).ok()).toBe(true);
}

test("a system is told of a call, signed and masked; what it missed is sent to it again", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin", empty: true });
  await page.goto("/webhooks");
  await expect(page.getByRole("main").getByText("No webhooks yet")).toBeVisible();

  const secret = await test.step("an address is given, and its secret shown once", async () => {
    await page.getByRole("button", { name: "Create webhook" }).click();
    const form = dialog(page, "Create webhook");
    await form.getByRole("textbox", { name: "Endpoint URL" }).fill("https://127.0.0.1/hooks");
    await form.getByRole("button", { name: "Create webhook" }).click();
    await expect(visibleText(form, /private network/)).toBeVisible();
    await lookAt(page);
    await form.getByRole("textbox", { name: "Endpoint URL" }).fill(receiver.url);
    await form.getByRole("checkbox", { name: /^All events/ }).check();
    await form.getByRole("button", { name: "Create webhook" }).click();
    await expect(form).toHaveCount(0);
    const secretDialog = page.getByRole("dialog");
    const text = (await secretDialog.getByTestId("secret").textContent()) ?? "";
    expect(text).toMatch(/^whsec_/);
    await lookAt(page);
    await secretDialog.getByRole("button", { name: "I've saved it" }).click();
    await expect(secretDialog).toHaveCount(0);
    expect(await page.content()).not.toContain(text);
    return text;
  });

  await test.step("a call's events arrive, and bear its signature", async () => {
    const agent = await make(page, "/agents", AGENT);
    await make(page, `/agents/${agent}/deploy`);
    const call = await make(page, "/calls", { agent_id: agent, channel: "chat" });
    await say(page, call, [`It is ${SECRET}`, "yes"]);
    await ask(page, "POST", `/calls/${call}/end`);
    await page.getByRole("link", { name: receiver.url }).click();
    await expect(page).toHaveURL(/\/webhooks\/whk_/);
    await expectTimes(page, "call.settled", 1);
    await expect(rows(page, "call.settled")).toContainText("Delivered");
    const settled = receiver.received.find(({ body }) => JSON.parse(body).type === "call.settled");
    const message = new Webhook(secret).verify(settled?.body ?? "", settled?.headers ?? {});
    expect(message).toMatchObject({ type: "call.settled", data: { id: call } });
    expect(JSON.stringify(receiver.received)).not.toContain(SECRET);
  });

  await test.step("what is refused is told, and sent again by hand", async () => {
    // Else the late deliveries of the call's other events would be refused, too.
    await expectTimes(page, "Pending", 0);
    receiver.answer(503);
    await sends(page, "/test", page.getByRole("button", { name: "Send test event" }));
    await expectTimes(page, "webhook.test", 1, "HTTP 503");
    await expect(visibleText(page, "Deliveries are failing")).toBeVisible();
    receiver.answer(204);
    const before = receiver.received.length;
    await sends(page, "/replay", rows(page, "call.settled").getByRole("button", { name: /^Replay/ }));
    await expectTimes(page, "call.settled", 2);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Replay events" }).click();
    await dialog(page, "Replay events").getByRole("button", { name: "Replay", exact: true }).click();
    await expect(dialog(page, "Replay events").getByText(/deliver(?:y|ies) queued/)).toBeVisible();
    await lookAt(page);
    await page.keyboard.press("Escape");
    await expect(dialog(page, "Replay events")).toHaveCount(0);
  });

  await test.step("the secret is rotated, and the webhook deleted", async () => {
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
    const fresh = await page.getByRole("dialog").getByTestId("secret").textContent();
    expect(fresh).not.toBe(secret);
    await page.getByRole("button", { name: "I've saved it" }).click();
    await expect(visibleText(page, /also signed with the previous secret until/)).toBeVisible();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
    await expect(page).toHaveURL(/\/webhooks$/);
    await expect(visibleText(page, "No webhooks yet")).toBeVisible();
  });
  expect(pageLog.foreign).toEqual([]);
});
