import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { listen, lookAt, visibleText } from "./look";
import { signIn } from "./session";

/** Several dialogs, one after the other. */
const TEST_TIMEOUT_MS = 300_000;
test.describe.configure({ timeout: TEST_TIMEOUT_MS });

const NUMBER = "+12125550123";
const MARK = "Grace Hopper";

/** At the time at which the tests run it may be day or night where the contact is. */
const WITH_CONSENT = /Can be called (now\.|from .*\.)/;
const BLOCKED = "Cannot be called.";

const whyRegion = (page: Page) => page.getByRole("region", { name: "Can we contact them now?" });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

/** Of these two each scheme and each width: enough for a dialog, and for a page that is looked at elsewhere too. */
test("a contact is created, gives consent and is suppressed, and the page explains each state", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "owner", empty: true });
  await page.goto("/contacts");
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();

  await test.step("a file's columns are mapped, its valid rows imported, and the others returned", async () => {
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await dialog(page).getByRole("button", { name: "Import contacts" }).click();
    await expect(dialog(page).getByText("Choose a file to import.")).toBeVisible();
    await dialog(page)
      .getByRole("checkbox", { name: "All contacts consented to informational calls" })
      .check();
    const text = [
      "Mobile,First name,Surname,Zone,Company",
      '212 555 0140,"=1+1",,,',
      "(212) 555-0141,Rosa,Luna,America/New_York,Acme",
      "nobody,Nora,,,",
    ].join("\n");
    const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await dialog(page).locator('input[type="file"]').setInputFiles(file);
    await expect(dialog(page).getByText("0 of 3 rows can be imported. 3 cannot.")).toBeVisible();
    await expect(dialog(page).getByText("Select the default country code below. (2 rows")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Import contacts" }).click();
    await expect(dialog(page).getByText("Enter the source of consent.")).toBeVisible();
    await dialog(page).getByRole("textbox", { name: "Source of consent" }).fill("Spring fair");
    await lookAt(page);
    const as = (column: string) => dialog(page).getByRole("combobox", { name: `Import “${column}” as` });
    await expect(as("Surname")).toHaveValue("last_name");
    await expect(as("Company")).toHaveValue("attributes.company");
    await as("Zone").selectOption({ label: "Time zone (IANA)" });
    await dialog(page).getByRole("combobox", { name: "Default country code" }).fill("united states");
    await page.getByRole("option", { name: "United States (+1)", exact: true }).click();
    await expect(dialog(page).getByText("2 of 3 rows can be imported. 1 cannot.")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Import contacts" }).click();
    await expect(dialog(page).getByText("2 contacts created, 0 updated.")).toBeVisible();
    await expect(dialog(page).getByRole("row", { name: "Zone Time zone (IANA) 1" })).toBeVisible();
    await expect(dialog(page).getByRole("row", { name: "Company Attribute “company” 1" })).toBeVisible();
    const rejected = dialog(page).getByRole("alert").filter({ hasText: "1 row was not imported" });
    await expect(rejected).toContainText("Row 4, column “Mobile”: This is not a phone number.");
    await lookAt(page);
    const download = page.waitForEvent("download");
    await rejected.getByRole("link", { name: "Download rejected rows" }).click();
    const rows = await readFile(await (await download).path(), "utf8");
    expect(rows.split("\r\n").slice(0, 2)).toEqual([
      "line,error,Mobile,First name,Surname,Zone,Company",
      expect.stringMatching(/^4,.*,nobody,Nora,,,$/),
    ]);
    await expect(dialog(page).getByRole("link", { name: "Start a campaign" })).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Import another file" })).toBeVisible();
    await dialog(page).getByRole("link", { name: "View contacts" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("link", { name: "Rosa Luna" })).toBeVisible();
  });

  await test.step("made without consent, it is blocked and says why", async () => {
    await page.getByRole("button", { name: "New contact" }).click();
    await dialog(page).getByRole("button", { name: "Create contact" }).click();
    await expect(dialog(page).getByText("Enter the number with its country code")).toBeVisible();
    await lookAt(page);
    await dialog(page).getByRole("textbox", { name: "Phone number" }).fill("(212) 555-0123");
    await dialog(page).getByRole("textbox", { name: "Name" }).fill(MARK);
    await dialog(page).getByRole("button", { name: "Create contact" }).click();
    await expect(dialog(page).getByRole("textbox", { name: "Phone number" })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await dialog(page).getByRole("textbox", { name: "Phone number" }).fill("+1 (212) 555-0123");
    await dialog(page).getByRole("button", { name: "Create contact" }).click();
    await expect(page.getByRole("heading", { level: 1, name: MARK })).toBeVisible();
    await expect(whyRegion(page).getByText(BLOCKED)).toBeVisible();
    await expect(
      whyRegion(page).getByText("There is no consent for this purpose on this channel."),
    ).toBeVisible();
    await expect(whyRegion(page).getByText("America/New_York, from the number")).toBeVisible();
    await expect(region(page, "Consent history").getByText("No consent recorded")).toBeVisible();
  });

  await test.step("with a consent it may be called, on this channel and for this purpose alone", async () => {
    await region(page, "Consent history").getByRole("button", { name: "Add entry" }).click();
    await dialog(page).getByRole("textbox", { name: "Source of consent" }).fill("Order form");
    await dialog(page).getByRole("textbox", { name: "Evidence" }).fill("Scan 12");
    await lookAt(page);
    await dialog(page).getByRole("button", { name: "Add entry" }).click();
    await expect(region(page, "Consent history").getByText("Evidence: Scan 12")).toBeVisible();
    await expect(region(page, "Consent history").getByText("Owner of the tests")).toBeVisible();
    await expect(whyRegion(page).getByText(WITH_CONSENT)).toBeVisible();
    await whyRegion(page).getByRole("radio", { name: "Telemarketing" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/purpose=telemarketing/);
    await expect(whyRegion(page).getByText(BLOCKED)).toBeVisible();
    await page.goto(page.url().replace("telemarketing", "informational"));
    await expect(whyRegion(page).getByText(WITH_CONSENT)).toBeVisible();
  });

  await test.step("suppressed, it is not contacted in spite of its consents", async () => {
    await region(page, "Suppression").getByRole("button", { name: "Suppress" }).click();
    await dialog(page).getByRole("textbox", { name: "Reason" }).fill("Asked in a letter");
    await lookAt(page);
    await dialog(page).getByRole("button", { name: "Suppress contact" }).click();
    await expect(region(page, "Suppression").getByText("Asked in a letter")).toBeVisible();
    await expect(visibleText(page, "Suppressed: calls and texts")).toBeVisible();
    await expect(whyRegion(page).getByText(BLOCKED)).toBeVisible();
    await lookAt(page);
  });

  await test.step("it is found by number and by name, and by that it is suppressed", async () => {
    await page.goto("/contacts?suppressed=true");
    await expect(page.getByRole("link", { name: MARK })).toBeVisible();
    await page.getByRole("searchbox", { name: "Name or full phone number" }).fill("212 555 0123");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=212/);
    await expect(page.getByRole("link", { name: MARK })).toBeVisible();
    await page.goto("/contacts?suppressed=false&q=hopper");
    await expect(page.getByRole("heading", { name: "No matching contacts" })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("link", { name: MARK }).click();
    await expect(page.getByRole("heading", { level: 1, name: MARK })).toBeVisible();
  });

  await test.step("lifted, it may be called again", async () => {
    await region(page, "Suppression").getByRole("button", { name: "Lift" }).click();
    await expect(dialog(page).getByText("Agents can call and text this contact again")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Lift suppression" }).click();
    await expect(region(page, "Suppression").getByRole("button", { name: "Suppress" })).toBeVisible();
    await expect(whyRegion(page).getByText(WITH_CONSENT)).toBeVisible();
  });

  await test.step("its zone and attributes are edited; deleted, it leads back to the list", async () => {
    await region(page, "Details").getByRole("button", { name: "Edit" }).click();
    await dialog(page).getByRole("button", { name: "Add attribute" }).click();
    await dialog(page).getByRole("textbox", { name: "Name of attribute 1" }).fill("plan");
    await dialog(page).getByRole("textbox", { name: "Value of plan" }).fill("extended");
    await dialog(page).getByRole("combobox", { name: "Time zone" }).fill("kolkata");
    await page.getByRole("option", { name: "Asia/Kolkata" }).click();
    await lookAt(page);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(region(page, "Details").getByText("extended")).toBeVisible();
    await expect(region(page, "Details").getByText("Asia/Kolkata, as provided")).toBeVisible();
    // The number leads to the contact too, and does not stay in the address.
    const { pathname } = new URL(page.url());
    await page.goto(`/contacts/${encodeURIComponent(NUMBER)}`);
    await expect(page).toHaveURL(new RegExp(`${pathname}$`));
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog(page).getByRole("button", { name: "Delete contact" }).click();
    await expect(page.getByRole("link", { name: "Rosa" })).toBeVisible();
    await expect(page.getByRole("link", { name: MARK })).toHaveCount(0);
  });
  const complaints = pageLog.complaints.filter(
    (complaint) => !complaint.startsWith("Failed to load resource"),
  );
  expect({ ...pageLog, complaints }).toEqual({ complaints: [], foreign: [] });
});
