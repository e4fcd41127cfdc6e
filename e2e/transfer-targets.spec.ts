import { expect, test } from "@playwright/test";
import { ask, make } from "./ask";
import { listen, lookAt, visibleText } from "./look";
import { signIn } from "./session";

test.describe.configure({ timeout: 240_000 });

const AGENT = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "You book visits." };

test("the people for transfers are added, given hours, moved and removed in the agent's editor", async ({
  page,
  baseURL,
}) => {
  const pageLog = listen(page, baseURL);
  await signIn(page, { role: "admin" });
  const id = await make(page, "/agents", AGENT);
  const targets = async () => {
    const { json } = await ask(page, "GET", `/agents/${id}`);
    return (json as { transfer_targets: { to: string; hours: { days: string[] } | null }[] })
      .transfer_targets;
  };
  await page.goto(`/agents/${id}?tab=tools`);
  const add = page.getByRole("button", { name: "Add person" });
  const row = (name: string) => page.getByRole("group", { name, exact: true });
  await add.click();
  await row("Person 1").getByRole("textbox", { name: "Number or SIP address" }).fill("+12125550123");
  await add.click();
  await row("Person 2").getByRole("textbox", { name: "Number or SIP address" }).fill("+12125550124");
  await row("+12125550124").getByRole("combobox", { name: "Hours" }).selectOption("scheduled");
  await row("+12125550124").getByRole("checkbox", { name: "Friday" }).uncheck();
  await expect
    .poll(async () => (await targets()).map(({ to, hours }) => [to, hours?.days ?? null]))
    .toEqual([
      ["+12125550123", null],
      ["+12125550124", ["mon", "tue", "wed", "thu"]],
    ]);
  await lookAt(page);
  await row("+12125550124").getByRole("button", { name: "Move +12125550124 up" }).click();
  await expect
    .poll(async () => (await targets()).map(({ to }) => to))
    .toEqual(["+12125550124", "+12125550123"]);
  await row("+12125550124")
    .getByRole("textbox", { name: "Number or SIP address" })
    .fill("sip:201@pbx.example.com");
  await expect(visibleText(page, /SIP address whose user begins with a letter/).first()).toBeVisible();
  await row("sip:201@pbx.example.com")
    .getByRole("button", { name: "Remove sip:201@pbx.example.com" })
    .click();
  await expect.poll(async () => (await targets()).map(({ to }) => to)).toEqual(["+12125550123"]);
  expect(pageLog).toEqual({ complaints: [], foreign: [] });
});
