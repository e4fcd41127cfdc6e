import { createServer, type Server } from "node:http";
import { expect, type Page, test } from "@playwright/test";
import { make } from "./ask";
import { listen, lookAt, visibleText } from "./look";
import { signIn } from "./session";

const SECRET = "a-secret-of-the-tests-1234567890";
const SID = `AC${"3".repeat(32)}`;

const dialog = (page: Page) => page.getByRole("dialog", { name: "Connect an integration" });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Opens the dialog and chooses what is connected. The one before is gone by then: it has a button of that name too. */
async function begin(page: Page, kind: string, name: string): Promise<void> {
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const type = dialog(page).getByRole("combobox", { name: "Type" });
  const option = type.locator("option").filter({ hasText: kind });
  await type.selectOption((await option.textContent()) ?? "");
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill(name);
}
/** Reads what the check says that follows a connection, and closes it. */
async function closeCheck(page: Page, name: string, says: RegExp): Promise<void> {
  const check = page.getByRole("dialog", { name: `Setup of ${name}` });
  await expect(check.getByRole("listitem").filter({ hasText: says })).not.toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(check).toHaveCount(0);
}
const connect = (page: Page) => dialog(page).getByRole("button", { name: "Connect", exact: true }).click();

test.describe("connecting what hears, speaks and carries calls", () => {
  test("a SIP trunk, whose password no page shows again", async ({ page, baseURL }) => {
    const pageLog = listen(page, baseURL);
    await signIn(page, { role: "admin", empty: true });
    await page.goto("/integrations");

    await begin(page, "SIP trunk", "Office");
    await connect(page);
    await expect(dialog(page).getByText("Enter a value.")).toBeVisible();
    await dialog(page).getByRole("textbox", { name: "Server" }).fill("10.0.0.5:5061");
    await dialog(page).getByRole("textbox", { name: "Username" }).fill("parley");
    await connect(page);
    await expect(dialog(page).getByText("Enter the account's password.")).toBeVisible();
    await expect(
      dialog(page).getByText(/private network.*TOOL_ALLOWED_HOSTS=10\.0\.0\.5:5061/),
    ).toBeVisible();
    await dialog(page).getByLabel("Password", { exact: true }).fill(SECRET);
    // Nothing listens there, and the tests reach no network.
    await dialog(page).getByRole("textbox", { name: "Server" }).fill("8.8.8.8:5061");
    await dialog(page).getByRole("textbox", { name: "Addresses that call" }).fill("8.8.8.0/24");
    await lookAt(page);
    await connect(page);
    await closeCheck(page, "Office", /accepts no connection|No voice gateway has SIP/);
    await expect(row(page, "Office")).toContainText("8.8.8.8:5061 · TLS · Audio encrypted");

    await page.goto("/phone-numbers");
    await page.getByRole("button", { name: "Connect number" }).click();
    const carrier = page.getByRole("combobox", { name: "Carrier" });
    await expect(carrier.locator("option:checked")).toHaveText("Office");
    expect(await page.content()).not.toContain(SECRET);
    expect(pageLog.foreign).toEqual([]);
  });

  test("a transcriber, a voice and a server of speech, whose keys no page shows again", async ({
    page,
    baseURL,
  }) => {
    const pageLog = listen(page, baseURL);
    await signIn(page, { role: "admin", empty: true });
    await page.goto("/integrations");
    await expect(page.getByRole("main").getByText("No integrations yet")).toBeVisible();

    await begin(page, "Deepgram", "deepgram");
    await connect(page);
    await expect(dialog(page).getByText("Enter a value.")).toBeVisible();
    await expect(dialog(page).getByText(/mip_opt_out=true/)).toBeVisible();
    await expect(dialog(page).getByText(/may charge a higher price/)).toBeVisible();
    await dialog(page).getByLabel("API key", { exact: true }).fill(SECRET);
    await lookAt(page);
    await connect(page);
    // The tests reach no provider: that it was asked, and cannot be reached or does not know the key, is what is seen.
    await closeCheck(page, "deepgram", /cannot be reached|not accept the key|did not answer/);
    await expect(row(page, "deepgram")).toContainText("nova-3");

    await begin(page, "ElevenLabs", "elevenlabs");
    await dialog(page).getByLabel("API key", { exact: true }).fill(SECRET);
    await dialog(page).getByRole("textbox", { name: "Voices" }).fill("21m00Tcm4TlvDq8ikWAM Rachel");
    await dialog(page).getByRole("checkbox", { name: "Zero data retention" }).check();
    await connect(page);
    await closeCheck(page, "elevenlabs", /cannot be reached|not accept the key|did not answer/);
    await expect(row(page, "elevenlabs")).toContainText("Rachel · Zero data retention: not confirmed");

    await begin(page, "OpenAI-compatible speech", "our-voices");
    await dialog(page).getByRole("textbox", { name: "Base URL" }).fill("https://127.0.0.1/v1");
    await dialog(page).getByRole("textbox", { name: "Voices" }).fill("alloy");
    await connect(page);
    await dialog(page).getByRole("checkbox", { name: "Zero data retention" }).check();
    await connect(page);
    await expect(
      dialog(page).getByText(/private network.*TOOL_ALLOWED_HOSTS=127\.0\.0\.1:443/),
    ).toBeVisible();
    await expect(dialog(page).getByText(/no way to tell a server to keep nothing/)).toBeVisible();
    await dialog(page).getByRole("textbox", { name: "Agreement" }).fill("Addendum of 2026-03-01");
    await connect(page);
    await expect(dialog(page).getByText(/no way to tell a server to keep nothing/)).toHaveCount(0);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(row(page, "our-voices")).toHaveCount(0);

    expect(await page.content()).not.toContain(SECRET);
    await row(page, "deepgram").getByRole("button", { name: "Disconnect deepgram" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
    await expect(row(page, "deepgram")).toHaveCount(0);
    expect(pageLog.foreign).toEqual([]);
  });

  test("an account at a carrier: what is mistyped is said at its field", async ({ page }) => {
    await signIn(page, { role: "admin", empty: true });
    await page.goto("/integrations");
    await begin(page, "Twilio", "Twilio");
    await dialog(page).getByRole("textbox", { name: "Account SID" }).fill("AC12");
    await dialog(page).getByLabel("Auth token", { exact: true }).fill(SECRET);
    await connect(page);
    const sid = dialog(page).getByRole("textbox", { name: "Account SID" });
    await expect(sid).toHaveAccessibleDescription(/AC followed by 32 digits/);
    await expect(sid).toBeFocused();
    await sid.fill(SID);
    await connect(page);
    await closeCheck(page, "Twilio", /PARLEY_BASE_URL is not set|could not be reached|not accept/);
    await expect(row(page, "Twilio")).toContainText(SID);
    await expect(row(page, "Twilio").getByRole("button", { name: "Check setup of Twilio" })).toBeVisible();
  });
});

test.describe("a model server", () => {
  test("is the dialog's first choice when the setup checklist asks for a model", async ({ page }) => {
    await signIn(page, { role: "admin", empty: true });
    await page.goto("/integrations?connect=model");
    const type = dialog(page).getByRole("combobox", { name: "Type" });
    await expect(type.locator("option:checked")).toHaveText("OpenAI-compatible LLM (models)");
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/integrations$/);
  });

  test("is asked for a word as soon as it is connected, and what is wrong is shown", async ({
    page,
    baseURL,
  }) => {
    const pageLog = listen(page, baseURL);
    const port = Number(process.env.E2E_CARRIER_PORT);
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/v1/models" ? 200 : 404, { "content-type": "application/json" });
      const list = { object: "list", data: [] };
      const problem = { error: { code: "model_not_found", message: `${SECRET} no such model` } };
      response.end(JSON.stringify(request.url === "/v1/models" ? list : problem));
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    await signIn(page, { role: "admin", empty: true });
    await page.goto("/integrations");
    await begin(page, "OpenAI-compatible LLM", "llama");
    await expect(dialog(page).getByText(/TOOL_ALLOWED_HOSTS=127\.0\.0\.1:11434/)).toBeVisible();
    await dialog(page).getByRole("textbox", { name: "Base URL" }).fill(`http://127.0.0.1:${port}/v1`);
    await dialog(page).getByRole("textbox", { name: "Models" }).fill("llama3");
    await connect(page);
    const check = page.getByRole("dialog", { name: "Setup of llama" });
    await expect(visibleText(check, "1 problem to fix")).toBeVisible();
    await expect(check.getByRole("listitem").filter({ hasText: "llama3:" })).toContainText(
      "does not offer this model",
    );
    await lookAt(page);
    expect(await page.content()).not.toContain(SECRET);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(pageLog).toEqual({ complaints: [], foreign: [] });
  });
});

test.describe("the check of a carrier's account", () => {
  let carrier: Server;
  test.beforeAll(async () => {
    carrier = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const isAccount = pathname.endsWith(`/Accounts/${SID}.json`);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(isAccount ? { status: "active", type: "Full" } : { incoming_phone_numbers: [] }),
      );
    });
    await new Promise<void>((resolve) =>
      carrier.listen(Number(process.env.E2E_CARRIER_PORT), "127.0.0.1", resolve),
    );
  });
  test.afterAll(async () => {
    carrier.closeAllConnections();
    await new Promise((resolve) => carrier.close(resolve));
  });

  test("says what is right and what is to be fixed, on both pages", async ({ page, baseURL }) => {
    const pageLog = listen(page, baseURL);
    await signIn(page, { role: "admin", empty: true });
    const account = await make(page, "/integrations", {
      name: "Our carrier",
      credential: {
        kind: "twilio",
        account_sid: SID,
        auth_token: SECRET,
        base_url: `http://127.0.0.1:${process.env.E2E_CARRIER_PORT}`,
      },
    });
    await make(page, "/phone-numbers", { number: "+12125550187", integration_id: account });
    for (const where of ["/integrations", "/phone-numbers"]) {
      await page.goto(where);
      await page.getByRole("button", { name: "Check setup of Our carrier" }).click();
      const setUpDialog = page.getByRole("dialog", { name: "Setup of Our carrier" });
      await expect(visibleText(setUpDialog, /problems? to fix/)).toBeVisible();
      const items = setUpDialog.getByRole("listitem");
      await expect(items.filter({ hasText: "Twilio accepts the account." })).toHaveCount(1);
      await expect(items.filter({ hasText: "PARLEY_BASE_URL is not set" })).toHaveCount(1);
      await expect(items.filter({ hasText: "+12125550187:" }).first()).toBeVisible();
      await lookAt(page);
      await page.keyboard.press("Escape");
      await expect(setUpDialog).toHaveCount(0);
    }
    expect(pageLog).toEqual({ complaints: [], foreign: [] });
  });
});
