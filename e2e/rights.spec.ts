import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ask } from "./ask";
import { listen, lookAt, visibleText } from "./look";
import { signIn } from "./session";
import { AGENT, SECRET, talk, WORD } from "./talked";

/** An erasure looks twice, some time apart. */
const TEST_TIMEOUT_MS = 360_000;
const ERASED_WITHIN_MS = 120_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

const REASON = "Case 7 at the county court";

const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const alertWith = (page: Page, hasText: string) => page.getByRole("alert").filter({ hasText });
const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

test("a contact is given the file of what is held, and a legal hold keeps it until it is released", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  const { contact, call } = await talk(page);
  const turnsLeft = async () => (await ask(page, "GET", `/calls/${call}`)).json.transcript?.length ?? 0;
  await page.goto(`/contacts/${contact}`);

  await test.step("their file is made, and fetched from their page", async () => {
    const panel = region(page, "Access request");
    await panel.getByRole("button", { name: "Export their data" }).click();
    const link = panel.getByRole("link", { name: "Download file" });
    await expect(link).toBeVisible();
    await lookAt(page);
    const fetching = page.waitForEvent("download");
    await link.click();
    const text = readFileSync(await (await fetching).path(), "utf8");
    const kinds = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds).toEqual(["contact", "consent", "call"]);
    expect(text).toContain("Nora Nobody");
    expect(text).toContain(WORD);
    expect(text).toContain("[account_number]");
    expect(text).not.toContain(SECRET);
  });

  await test.step("a hold stands against erasure and deletion, and both say so", async () => {
    await region(page, "Legal hold").getByRole("button", { name: "Place hold" }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill(REASON);
    await lookAt(page);
    await confirm(page, "Place hold");
    await expect(region(page, "Legal hold")).toContainText(REASON);
    await region(page, "Erasure").getByRole("button", { name: "Erase data" }).click();
    await expect(page.getByRole("dialog")).toContainText("This contact is under a legal hold");
    await lookAt(page);
    await confirm(page, "Erase data");
    await expect(visibleText(page, "Nothing was erased,")).toBeVisible();
    await expect(region(page, "Erasure")).toContainText(
      "and blocked, because this contact is under a legal hold",
    );
    expect(await turnsLeft()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await confirm(page, "Delete contact");
    await expect(alertWith(page, "The contact is under a legal hold.")).toBeVisible();
    await lookAt(page);
  });

  await test.step("once it is lifted the erasure continues, and its notice links to the receipt", async () => {
    await region(page, "Legal hold").getByRole("button", { name: "Release hold" }).click();
    await confirm(page, "Release hold");
    await expect(region(page, "Legal hold")).not.toContainText(REASON);
    await region(page, "Erasure").getByRole("button", { name: "Erase data" }).click();
    await confirm(page, "Erase data");
    const receipt = region(page, "Erasure").getByRole("button", { name: "Download receipt" });
    await expect(receipt).toBeVisible({ timeout: ERASED_WITHIN_MS });
    expect(await turnsLeft()).toBe(0);
    // The file held what is erased now.
    await expect(region(page, "Access request")).toContainText("The file was withdrawn");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await confirm(page, "Delete contact");
    await expect(page).toHaveURL(/\/contacts$/);
    await page.goto("/notices");
    await page.getByRole("link", { name: "A deletion is complete" }).click();
    await expect(page).toHaveURL(/\/settings\/deletions\/del_/);
    await expect(region(page, "Request")).toContainText("Deleted contact");
    await expect(region(page, "Receipt").getByRole("button", { name: "Download receipt" })).toBeVisible();
    await lookAt(page);
    await page.getByRole("link", { name: "Deletions" }).last().click();
    await expect(page.getByRole("table", { name: "Deletions" })).toContainText("Erased");
  });
  expect(pageLog.foreign).toEqual([]);
  // The refused deletion of the contact is noted by the browser itself.
  expect(pageLog.complaints.filter((complaint) => !complaint.includes("409"))).toEqual([]);
});

test("a call is held where it is reviewed, and its contact with it", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  const { contact, call } = await talk(page);
  await page.goto(`/calls/${call}`);
  await region(page, "Legal hold").getByRole("button", { name: "Place hold" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill(REASON);
  await confirm(page, "Place hold");
  await expect(region(page, "Legal hold")).toContainText(REASON);
  await lookAt(page);
  expect((await ask(page, "DELETE", `/calls/${call}`)).status).toBe(409);
  expect((await ask(page, "DELETE", `/contacts/${contact}/data`)).json.status).toBe("blocked");
  await page.goto(`/contacts/${contact}`);
  await expect(region(page, "Erasure")).toContainText("one of the contact's calls is under a legal hold");
});

/** Seven days, as the page's clock and the server's may differ by some minutes. */
const DAYS_MS = 7 * 86_400_000;
const TOLERANCE_MS = 10 * 60_000;
/** Every process knows of it within half a minute. */
const KNOWN_WITHIN_MS = 60_000;

test("a workspace is deleted by its name, says until when, and is restored", async ({ page }) => {
  await signIn(page, { role: "owner", empty: true });
  const { call } = await talk(page);
  const { json } = await ask(page, "GET", "/workspace");
  const { name } = json as { name: string };
  const banner = page.getByRole("status").filter({ hasText: "This workspace is being deleted." });

  await test.step("not by another name, nor while a hold stands against it", async () => {
    await ask(page, "PUT", `/calls/${call}/legal-hold`, { reason: REASON });
    await page.goto("/settings/workspace");
    await page.getByRole("button", { name: "Delete workspace" }).click();
    const typed = page.getByRole("textbox", { name: `Type ${name} to confirm` });
    await typed.fill("Another");
    await confirm(page, "Delete this workspace");
    await expect(visibleText(page, "Type the workspace's exact name.")).toBeVisible();
    await lookAt(page);
    await typed.fill(name);
    await confirm(page, "Delete this workspace");
    await expect(alertWith(page, "A legal hold on a contact or a call prevents the deletion")).toBeVisible();
    await ask(page, "DELETE", `/calls/${call}/legal-hold`);
    await confirm(page, "Delete this workspace");
  });

  await test.step("every page says when it goes, and nothing of it is answered", async () => {
    await expect(banner).toBeVisible();
    const until = Date.parse((await banner.locator("time").getAttribute("datetime")) ?? "");
    expect(Math.abs(until - Date.now() - DAYS_MS)).toBeLessThan(TOLERANCE_MS);
    await lookAt(page);
    expect((await ask(page, "GET", `/calls/${call}`)).status).toBe(423);
    await expect(async () => {
      await page.goto("/agents");
      await expect(banner).toBeVisible();
      expect(await page.getByRole("link", { name: AGENT.name }).count()).toBe(0);
    }).toPass({ timeout: KNOWN_WITHIN_MS });
    await lookAt(page);
  });

  await test.step("taken back, it is as it was", async () => {
    await banner.getByRole("link", { name: "Workspace settings" }).click();
    await page.getByRole("button", { name: "Restore workspace" }).click();
    await expect(banner).toHaveCount(0);
    await expect(async () => {
      await page.goto(`/calls/${call}`);
      expect(await page.getByRole("main").textContent()).toContain(WORD);
    }).toPass({ timeout: KNOWN_WITHIN_MS });
  });
});
