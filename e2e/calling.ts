import { expect as base, type Page } from "@playwright/test";
import { make } from "./ask";

/** A spoken exchange takes as long as its words, and on a busy machine longer. */
export const EXCHANGE_MS = 100_000;
const expect = base.configure({ timeout: EXCHANGE_MS });

/** An agent that asks one thing, records, and says so first. */
export const agentOf = (page: Page, extra: object = {}): Promise<string> =>
  make(page, "/agents", {
    name: "Box office",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "You reserve seats.",
    variables: [{ name: "reserves", type: "boolean", description: "whether you want a seat" }],
    disclosure: { enabled: true, text: "This is an automated assistant." },
    recording: {
      enabled: true,
      announce: true,
      announcement: "This call is recorded.",
      allow_caller_opt_out: true,
    },
    transcript: { enabled: true },
    ...extra,
  });

export const panel = (page: Page) => page.getByRole("complementary", { name: "Test" });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

/** Goes to the agent, reads what is said of its calls, and calls it, as one does. */
export async function call(page: Page, agent: string, reads = "Call the agent"): Promise<void> {
  await page.goto(`/agents/${agent}`);
  await page.getByRole("button", { name: "Call", exact: true }).first().click();
  const begin = panel(page).getByRole("button", { name: "Call", exact: true });
  await expect(begin).toBeFocused();
  await expect(panel(page)).toContainText(reads);
  await begin.click();
  await expect(panel(page).getByRole("button", { name: "Hang up" })).toBeVisible();
  await expect(log(page)).toBeFocused();
}

export const turnsBy = (page: Page, by: "Agent" | "You") =>
  log(page)
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^${by}`) });

/** Waits until the agent has said its n-th turn to the end, and listens. */
export async function listens(page: Page, n: number): Promise<void> {
  await expect(turnsBy(page, "Agent").nth(n - 1)).toBeVisible();
  await expect(panel(page).getByText("Listening", { exact: true })).toBeVisible();
}

/** The id of the call that has just ended here. */
export async function callId(page: Page): Promise<string> {
  const link = panel(page).getByRole("link", { name: "Open call" });
  await expect(link).toBeVisible();
  return ((await link.getAttribute("href")) ?? "").split("/").pop() ?? "";
}
