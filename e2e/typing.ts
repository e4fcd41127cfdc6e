import { expect as base, type Page } from "@playwright/test";
import { authorization } from "./session";

/** Time limit of an exchange through a model and the database, on a slow machine. */
export const EXCHANGE_TIMEOUT_MS = 40_000;
const expect = base.configure({ timeout: EXCHANGE_TIMEOUT_MS });
export const ACCOUNT = "48151623";

/** An undeployed draft with a masked value, an unmasked one, and a number. */
export async function makeAgent(page: Page, baseURL: string | undefined): Promise<string> {
  const agent = await page.request.post(`${baseURL}/v1/agents`, {
    headers: { authorization: await authorization(page.request) },
    data: {
      name: "Chez Ada",
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "You take table reservations.",
      variables: [
        { name: "account_number", description: "your account number", sensitive: true },
        { name: "day", type: "date", description: "the day you want to come" },
        { name: "guests", type: "number", description: "the number of guests" },
      ],
      outcomes: [
        { tag: "booked", description: "A table is booked." },
        { tag: "not_booked", description: "No table is booked." },
      ],
    },
  });
  expect(agent.status()).toBe(201);
  return ((await agent.json()) as { id: string }).id;
}

export const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
export const field = (page: Page) => page.getByRole("textbox", { name: "Your message" });
export const variable = (page: Page, name: string) =>
  page.getByRole("definition").filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) });

/** Says something, and waits until the agent has answered and listens again, or has ended the call. */
export async function say(page: Page, text: string): Promise<void> {
  const agentTurns = log(page)
    .getByRole("listitem")
    .filter({ hasText: /^Agent/ });
  // The agent begins. Its first turn would otherwise pass for the answer.
  await expect(agentTurns).not.toHaveCount(0);
  const before = await agentTurns.count();
  await field(page).fill(text);
  await field(page).press("Enter");
  await expect(agentTurns).not.toHaveCount(before);
}
