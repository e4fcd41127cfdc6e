import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ask, make } from "./ask";
import { listen, lookAt } from "./look";
import { signIn } from "./session";
import { talk } from "./talked";

/** An erasure looks twice, some time apart. */
const TEST_TIMEOUT_MS = 360_000;
const ERASED_WITHIN_MS = 120_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const topicList = (page: Page, topic: string): Locator =>
  region(page, "Why").getByRole("list", { name: topic, exact: true });
const jsonFile = (name: string, text: string) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(text),
});

/** Chooses files and verifies them. */
async function verify(page: Page, files: ReturnType<typeof jsonFile>[]): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(files);
  await page.getByRole("button", { name: "Verify files" }).click();
}
const check = (page: Page, file: string, text: string): Locator =>
  region(page, file).getByRole("listitem").filter({ hasText: text });

test("a receipt and an exported audit log are verified without the network, and a change is named", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  const { contact } = await talk(page);
  await page.goto(`/contacts/${contact}`);
  await region(page, "Erasure").getByRole("button", { name: "Erase data" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Erase data" }).click();
  const download = region(page, "Erasure").getByRole("button", { name: "Download receipt" });
  await expect(download).toBeVisible({ timeout: ERASED_WITHIN_MS });
  const fetching = page.waitForEvent("download");
  await download.click();
  const receipt = readFileSync(await (await fetching).path(), "utf8");
  const audit = (await ask(page, "GET", "/audit?limit=100")).json as unknown as { data: { seq: number }[] };
  const log = audit.data.map((entry) => JSON.stringify(entry)).join("\n");

  await region(page, "Erasure").getByRole("link", { name: "Verify a receipt" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verify records" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Public keys" })).toHaveValue(/BEGIN PUBLIC KEY/);
  await page.context().setOffline(true);

  await test.step("the receipt passes each check", async () => {
    await verify(page, [jsonFile("receipt.json", receipt)]);
    await expect(region(page, "receipt.json")).toContainText("Valid: every check passed");
    await expect(check(page, "receipt.json", "Passed")).toHaveCount(4);
    await lookAt(page);
  });

  await test.step("a changed one fails the check of its signature, and one with an added field names it", async () => {
    const changed = receipt.replace(/"transcripts": \d+/, '"transcripts": 99');
    const added = JSON.stringify({ ...(JSON.parse(receipt) as object), contact: "x" });
    await verify(page, [jsonFile("changed.json", changed), jsonFile("added.json", added)]);
    await expect(region(page, "changed.json")).toContainText("Not valid");
    await expect(check(page, "changed.json", "Signature · Failed")).toBeVisible();
    await expect(check(page, "added.json", "Fields · Failed")).toContainText("contact");
    await lookAt(page);
  });

  await test.step("another key does not verify it", async () => {
    const keys = page.getByRole("textbox", { name: "Public keys" });
    const text = await keys.inputValue();
    await keys.fill("");
    await verify(page, [jsonFile("receipt.json", receipt)]);
    await expect(check(page, "receipt.json", "Key · Failed")).toBeVisible();
    await keys.fill(text);
  });

  await test.step("the log passes, and an edited or removed entry is named", async () => {
    await verify(page, [jsonFile("audit.jsonl", log)]);
    await expect(check(page, "audit.jsonl", "Entries · Passed")).toBeVisible();
    const second = audit.data.find(({ seq }) => seq === 2);
    const lines = log.split("\n");
    const edited = lines.map((line) =>
      line === JSON.stringify(second) ? line.replace(/"action":"\w+/, '"action":"agent') : line,
    );
    const shortened = lines.filter((line) => line !== JSON.stringify(second));
    await verify(page, [
      jsonFile("edited.jsonl", edited.join("\n")),
      jsonFile("short.jsonl", shortened.join("\n")),
    ]);
    await expect(check(page, "edited.jsonl", "Entries · Failed")).toContainText("Entry 2 was edited");
    await expect(check(page, "short.jsonl", "Entries · Failed")).toContainText("Entry 2 is missing");
  });

  await test.step("a file of another kind is refused", async () => {
    await verify(page, [jsonFile("other.json", "id,action")]);
    await expect(region(page, "other.json")).toContainText("neither a receipt nor an audit log");
  });

  await page.context().setOffline(false);
  await page.goto("/settings/audit");
  const heads = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download signed heads" }).click();
  expect(readFileSync(await (await heads).path(), "utf8")).toContain("BEGIN PUBLIC KEY");
  expect(pageLog.foreign).toEqual([]);
});

test("a contact, its call and a campaign say why, and lead to the audit log", async ({ page, baseURL }) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  const { contact, call } = await talk(page);

  await test.step("the contact's consent, law and access", async () => {
    await page.goto(`/contacts/${contact}`);
    await expect(topicList(page, "Consent")).toContainText("Informational calls: granted");
    await expect(topicList(page, "Hours")).toContainText("From 08:00 to 21:00");
    await expect(topicList(page, "Limits")).toContainText("0 of 3 in 24 hours");
    await expect(topicList(page, "Who looked")).toContainText("contact.created");
    await lookAt(page);
  });

  await test.step("the call's masked variables, retention and a link into the audit log", async () => {
    await page.goto(`/calls/${call}`);
    await expect(topicList(page, "Decision")).toContainText("the rules for outreach do not apply");
    await expect(topicList(page, "Masking")).toContainText("account_number");
    await expect(topicList(page, "Retention")).toContainText("The transcript is kept until");
    await ask(page, "PUT", `/calls/${call}/legal-hold`, { reason: "Case 7" });
    await page.reload();
    await topicList(page, "Retention").getByRole("link", { name: "call.legal_hold_placed" }).click();
    await expect(page).toHaveURL(/\/settings\/audit\?target=call_.*action=call.legal_hold_placed/);
    await expect(page.getByRole("main").getByText("call.legal_hold_placed").first()).toBeVisible();
  });

  await test.step("the campaign's rules and its history", async () => {
    const agent = await make(page, "/agents", { name: "Caller", type: "messaging", prompt: "Be kind." });
    await make(page, `/agents/${agent}/deploy`);
    const contacts = [{ phone: "+12125550145" }];
    const campaign = await make(page, "/campaigns", {
      name: "Recall",
      agent_id: agent,
      channel: "sms",
      contacts,
    });
    await page.goto(`/campaigns/${campaign}`);
    await expect(topicList(page, "Consent")).toContainText("each contact must have granted consent");
    await expect(topicList(page, "Limits")).toContainText("3 in 24 hours");
    await expect(topicList(page, "Who looked")).toContainText("campaign.created");
    await lookAt(page);
  });
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
