import { expect, type Page, test } from "@playwright/test";
import { visibleText } from "./look";
import { authorization, signIn } from "./session";

const ACCOUNT = "4815162342";

/** Resolves after the page has scrolled by so many pixels and its listeners have been called. */
const scrollBy = (page: Page, pixels: number) =>
  page.evaluate(
    (top) =>
      new Promise<void>((resolve) => {
        window.addEventListener("scroll", () => resolve(), { capture: true, once: true });
        window.scrollBy({ top, behavior: "instant" });
      }),
    pixels,
  );

test("an agent is built from a template, deployed, talked to by a system, and its call reviewed with masks explained", async ({
  page,
  request,
}) => {
  await signIn(page, { role: "admin" });
  await page.goto("/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  const dialog = page.getByRole("dialog", { name: "New agent" });
  await dialog.getByRole("radio", { name: "Update an address by text" }).check();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Moving house");
  await dialog.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moving house");
  await expect(visibleText(page, "No version is live yet.")).toBeVisible();
  const agent = /agt_\w+/.exec(page.url())?.[0];

  await page.getByRole("textbox", { name: "Greeting" }).fill("I can change your address.");
  await page.getByRole("tab", { name: "Variables and outcomes" }).click();
  await page.getByRole("button", { name: "Add outcome" }).click();
  const outcome = page.getByRole("group", { name: "Outcome 3" });
  await outcome.getByRole("textbox", { name: "Tag" }).fill("Moved away!");
  await expect(
    page.getByText(/Use lower-case letters/).first(),
    "the problem at its field, without a request to save",
  ).toBeVisible();
  await page.getByRole("textbox", { name: "Tag" }).last().fill("moved_away");
  await page.getByRole("button", { name: /deploy$/i }).click();
  await page.getByRole("button", { name: "Deploy version 1" }).click();
  await page.getByRole("dialog", { name: "Version 1 is live" }).getByRole("button", { name: "Done" }).click();
  await expect(visibleText(page, /^Version 1 is live\./)).toBeVisible();
  await expect(visibleText(page, "All changes saved")).toBeVisible();

  const send = async (path: string, data: object) => {
    const answer = await request.post(`/v1${path}`, {
      headers: { authorization: await authorization(request) },
      data,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { id: string; transcript: { text: string }[] };
  };
  const call = await send("/calls", { agent_id: agent, channel: "chat" });
  expect(call.transcript[0]?.text).toContain("I can change your address.");
  for (const text of [`it is ${ACCOUNT}`, "12 Larkspur Lane in Springfield", "2027-03-04", "yes"])
    await send(`/calls/${call.id}/messages`, { text });

  await page.goto(`/calls?agent_id=${agent}`);
  const row = page.getByRole("table", { name: "Calls" }).getByRole("row").nth(1);
  await expect(row).toContainText("Moving house");
  await expect(row).toContainText("Completed");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moving house");
  await expect(page.getByRole("region", { name: "Outcome" })).toContainText("Changed");
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Version1");

  const mask = page.getByRole("region", { name: "Conversation" }).getByRole("button", {
    name: "Masked: account_number",
  });
  const reason = "account_number is marked as sensitive. Its value is masked everywhere.";
  await mask.first().hover();
  await expect(page.getByRole("tooltip")).toContainText(reason);
  await scrollBy(page, 4);
  await expect(page.getByRole("tooltip"), "after a scroll below the pointer").toContainText(reason);
  const variables = page.getByRole("region", { name: "Variables" });
  await expect(variables.getByRole("button", { name: /^Masked: / })).toHaveCount(2);
  await expect(variables).toContainText("2027-03-04");

  await page.getByRole("textbox", { name: "Notes" }).fill(`Asked for ${ACCOUNT} to be changed.`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue(
    "Asked for [account_number] to be changed.",
  );
  const content = await page.content();
  expect(content).toContain("Asked for");
  expect(content.replaceAll(/[\s-]/g, "")).not.toContain(ACCOUNT);
  expect(content).not.toContain("Larkspur");
});
