import { expect as base, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { agentOf, call, callId, EXCHANGE_MS, listens, panel, turnsBy } from "./calling";
import { expectAccessible, lookAt, showsBriefly } from "./look";
import { speakerOf, withMicrophone } from "./microphone";
import { signIn } from "./session";

const expect = base.configure({ timeout: EXCHANGE_MS });
test.describe.configure({ timeout: 300_000 });

test.use({
  launchOptions: async ({ launchOptions }, use) => use(withMicrophone(launchOptions)),
});

const UNRECORDED = { recording: { enabled: false } };

/** Drops the page's latest connection as a network change does, without a close handshake. */
async function droppableLine(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const lines: WebSocket[] = [];
    const BrowserWebSocket = window.WebSocket;
    window.WebSocket = class extends BrowserWebSocket {
      constructor(...of: ConstructorParameters<typeof WebSocket>) {
        super(...of);
        lines.push(this);
      }
    };
    Object.assign(window, { dropLine: () => lines.at(-1)?.close() });
  });
  return () => page.evaluate(() => (window as unknown as { dropLine(): void }).dropLine());
}

type Done = { settled_at: string | null; transcript: { role: string; text: string | null }[] };
async function settled(page: Page, id: string): Promise<Done> {
  const read = async () => (await ask(page, "GET", `/calls/${id}`)).json as unknown as Done;
  await expect.poll(async () => (await read()).settled_at).toEqual(expect.any(String));
  return read();
}

test("a lost connection comes back to the same call, and what its provider got wrong is told behind it", async ({
  page,
}) => {
  const caller = await speakerOf(page, "yes");
  const drop = await droppableLine(page);
  await signIn(page, { role: "builder" });
  const agent = await agentOf(page, { ...UNRECORDED, voice_id: "acme:anna" });
  await call(page, agent, "Calls to this agent are not recorded");
  await listens(page, 1);
  const conversation = panel(page).getByRole("log", { name: "Conversation" });
  await expect(conversation).toContainText("acme is not connected in this call's environment.");
  await expect(conversation.getByRole("link", { name: "Check the integration" })).toBeVisible();
  await showsBriefly(page, "Connection lost", drop);
  await listens(page, 1);
  await expect(panel(page).getByRole("alert")).toHaveCount(0);
  await caller.say("yes");
  await expect(turnsBy(page, "You").first()).toContainText("yes");
  await listens(page, 2);
  await caller.say("yes");
  await expect(panel(page).getByRole("status")).toContainText("Call ended");

  const id = await callId(page);
  const { transcript } = await settled(page, id);
  const yes = expect.stringContaining("yes");
  expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([yes, yes]);
  expect((await ask(page, "GET", `/calls?agent_id=${agent}`)).json).toMatchObject({ data: [{ id }] });

  await panel(page).getByRole("link", { name: "Open call" }).click();
  const providers = page.getByRole("region", { name: "Provider failures" });
  await expect(providers).toContainText(
    "acme is not connected in this call's environment. The built-in voice was used instead.",
  );
  await expectAccessible(page);
});

test("keys answer, and a line that stays lost ends the call and says so", async ({ page }) => {
  const drop = await droppableLine(page);
  await signIn(page, { role: "builder" });
  // The call stays active during the check.
  await call(page, await agentOf(page, { ...UNRECORDED, inactivity_timeout_s: 300 }));
  await listens(page, 1);
  await panel(page).getByRole("button", { name: "Keypad" }).click();
  const turnText = panel(page)
    .getByRole("group", { name: "Keypad" })
    .getByRole("button", { name: "1", exact: true });
  await turnText.click();
  // The panel fits the window, so that neither the page nor the controls move.
  await expect(panel(page).getByRole("button", { name: "Hang up" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(turnsBy(page, "You").first()).toContainText("yes");
  await listens(page, 2);
  // The keyboard's own keys too, while one of the keypad's has the focus.
  await turnText.focus();
  await page.keyboard.press("2");
  await expect(turnsBy(page, "You").nth(1)).toContainText("no");
  await lookAt(page);

  await page.evaluate(() => {
    window.WebSocket = class extends window.WebSocket {
      constructor() {
        super(`${window.location.origin.replace("http", "ws")}/nobody`);
      }
    };
  });
  await drop();
  await expect(panel(page).getByRole("status")).toContainText("Call ended");
  await expect(panel(page).getByRole("alert")).toContainText("connection");
  const { transcript } = await settled(page, await callId(page));
  expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual(["yes", "no"]);
});
