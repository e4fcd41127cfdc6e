import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { listen, lookAt, visibleText } from "./look";
import { signIn } from "./session";
import { AGENT, SECRET, talk, WORD } from "./talked";

/** An erasure looks twice, some time apart. */
const TEST_TIMEOUT_MS = 360_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

/** Output of the receipt verification command. */
function verify(receipt: string, key: string): string {
  const script = join(import.meta.dirname, "..", "bin", "receipt-verify.mjs");
  return spawnSync(process.execPath, [script, receipt, "--key", key], { encoding: "utf8" }).stdout;
}

const panel = (page: Page) => page.getByRole("region", { name: "Erasure", exact: true });

test("records are exported, masked; then their contact is erased, with a receipt that anyone can check", async ({
  page,
  baseURL,
}, info) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin", empty: true });
  const { contact, call } = await talk(page);

  await test.step("an export shows what the pages show", async () => {
    await page.goto("/settings/exports");
    await expect(page.getByRole("main").getByText("No exports yet")).toBeVisible();
    await page.getByRole("button", { name: "New export" }).click();
    await page.getByRole("radio", { name: "JSON Lines" }).check();
    await lookAt(page);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const fetching = page.waitForEvent("download");
    await page.getByRole("link", { name: /^Download Calls/ }).click();
    const file = await (await fetching).path();
    const [line = ""] = readFileSync(file, "utf8").split("\n");
    expect(JSON.parse(line)).toMatchObject({ id: call, variables: { account_number: { masked: true } } });
    expect(line).toContain("[account_number]");
    expect(line).toContain(WORD);
    expect(line).not.toContain(SECRET);
  });

  await test.step("their data is erased", async () => {
    await page.goto(`/contacts/${contact}`);
    await panel(page).getByRole("button", { name: "Erase data" }).click();
    await expect(visibleText(page, "This cannot be undone.")).toBeVisible();
    await lookAt(page);
    await page.getByRole("dialog").getByRole("button", { name: "Erase data" }).click();
    await expect(panel(page).getByRole("button", { name: "Download receipt" })).toBeVisible({
      timeout: 120_000,
    });
    await expect(panel(page)).toContainText("Transcripts");
  });

  await test.step("the receipt is checked without the service, and one that was changed is refused", async () => {
    const fetching = page.waitForEvent("download");
    await panel(page).getByRole("button", { name: "Download receipt" }).click();
    const receipt = info.outputPath("receipt.json");
    await (await fetching).saveAs(receipt);
    const key = info.outputPath("receipts.pem");
    const published = await ask(page, "GET", "/deletions/public-key");
    writeFileSync(key, (published.json as { public_key: string }).public_key);
    const text = readFileSync(receipt, "utf8");
    expect(text).not.toMatch(/12125550144|Nora|Larkspur/);
    expect(verify(receipt, key)).toMatch(/^valid: del_/);
    writeFileSync(receipt, text.replace(/"transcripts": \d+/, '"transcripts": 99'));
    expect(verify(receipt, key)).toMatch(/^NOT VALID: its signature does not match/);
  });

  await test.step("nothing is left of what they said, in the call, the search and the export", async () => {
    const { json } = await ask(page, "GET", `/calls/${call}`);
    expect(json).toMatchObject({ transcript: [], variables: {} });
    await page.goto(`/calls/${call}`);
    expect(await page.content()).not.toContain(WORD);
    await page.goto(`/calls?q=${WORD}`);
    await expect(page.getByRole("link", { name: AGENT.name })).toHaveCount(0);
    await page.goto("/settings/exports");
    await expect(page.getByRole("main").getByText("Withdrawn: a contact was erased")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Download/ })).toHaveCount(0);
  });
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
