import { expect, type Page, test } from "@playwright/test";
import { ask, make, say } from "./ask";
import { badFocus, goTo, tabTo } from "./focus";
import { visibleText } from "./look";
import { signIn } from "./session";

const AGENT = {
  type: "messaging",
  prompt: "Ask for the colour.",
  variables: [{ name: "colour", description: "the colour you like" }],
};

/** Until this call is there to be read: its address shows while it still loads, and what is pressed then is for nothing. */
async function expectCall(page: Page, call: string | undefined): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/calls/${call}`));
  await expect(page.getByRole("textbox", { name: "Notes" })).toBeVisible();
}

test("all that one does between opening an agent and noting something on a call is done by keys, with the focus in sight", async ({
  page,
  browser,
}) => {
  test.slow();
  const owner = await browser.newPage();
  await signIn(owner, { role: "owner" });
  const name = "Agent of the keyboard";
  const agent = await make(owner, "/agents", { ...AGENT, name });
  await make(owner, `/agents/${agent}/deploy`);
  const calls: string[] = [];
  for (const colour of ["Periwinkle", "Periwinkle, no, Periwinkle"]) {
    const call = await make(owner, "/calls", { agent_id: agent, channel: "chat" });
    await say(owner, call, [colour, "yes"]);
    await make(owner, `/calls/${call}/end`);
    calls.unshift(call);
  }
  // Words are found once a call is settled.
  for (const call of calls) {
    await expect.poll(async () => (await ask(owner, "GET", `/calls/${call}`)).json.settled_at).toBeTruthy();
  }
  await owner.close();

  await signIn(page, { role: "admin" });
  await page.goto("/settings/sessions");
  // Keys are heard once the page is alive, which shows in its times: they are the person's then.
  await expect(page.locator("time", { hasText: "UTC" })).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  expect(await page.evaluate(badFocus)).toBeNull();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await test.step("an agent is opened and changed, and saves itself", async () => {
    await goTo(page, "agents", "Agents");
    await tabTo(page, page.getByRole("link", { name }).first());
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await tabTo(page, page.getByRole("textbox", { name: "Greeting" }));
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await page.keyboard.type("Good day.");
    await saved;
    await expect(visibleText(page, "All changes saved")).toBeVisible();
    expect((await ask(page, "GET", `/agents/${agent}`)).json).toMatchObject({ greeting: "Good day." });
  });

  await test.step("what is asked before something is done gives the focus back", async () => {
    const more = page.getByRole("button", { name: "More actions" });
    await tabTo(page, more, "Shift+Tab");
    await page.keyboard.press("Enter");
    const archive = page.getByRole("menuitem", { name: "Archive" });
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(archive).toBeFocused();
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: `Archive ${name}?` });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
  });

  await test.step("calls are searched and filtered, and one is opened", async () => {
    await goTo(page, "calls", "Calls");
    await tabTo(page, page.getByRole("searchbox", { name: "Search transcripts" }));
    await page.keyboard.type("periwinkle");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=periwinkle/);
    const add = page.getByRole("button", { name: "Add filter" });
    await tabTo(page, add);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Find a filter" })).toBeFocused();
    await page.keyboard.type("end reason");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Search: End reason" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(add).toBeFocused();
    await tabTo(page, page.getByRole("table", { name: "Calls" }).getByRole("link").first());
    await page.keyboard.press("Enter");
    await expectCall(page, calls[0]);
  });

  await test.step("keys lead to the next call and back; in a field they are letters", async () => {
    await page.keyboard.press("j");
    await expectCall(page, calls[1]);
    await page.keyboard.press("k");
    await expectCall(page, calls[0]);
    await tabTo(page, page.getByRole("textbox", { name: "Notes" }));
    await page.keyboard.type("Read by keys: j and k");
    await tabTo(page, page.getByRole("button", { name: "Save", exact: true }));
    await page.keyboard.press("Enter");
    await expect(visibleText(page, "Saved.")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/calls/${calls[0]}`));
    expect((await ask(page, "GET", `/calls/${calls[0]}`)).json).toMatchObject({
      notes: "Read by keys: j and k",
    });
  });
});
