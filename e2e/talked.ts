import { expect, type Page } from "@playwright/test";
import { ask, make, say } from "./ask";

/** The contact's words: one that is visible and searchable, and one that is masked. */
export const WORD = "Larkspur";
export const SECRET = "4815162342";
export const AGENT = {
  name: "Front desk of the rights",
  type: "messaging",
  prompt: "Ask for account_number and city.",
  variables: [
    { name: "account_number", description: "your account number", sensitive: true },
    { name: "city", description: "your city" },
  ],
};

/** A contact with a consent, and with a settled call in which they said something. */
export async function talk(page: Page): Promise<{ contact: string; call: string }> {
  const agent = await make(page, "/agents", AGENT);
  await make(page, `/agents/${agent}/deploy`);
  const contact = await make(page, "/contacts", {
    phone: "+12125550144",
    name: "Nora Nobody",
    consents: [{ purpose: "informational", channel: "call", granted: true, source: "Order form" }],
  });
  const call = await make(page, "/calls", { agent_id: agent, channel: "chat", contact_id: contact });
  await say(page, call, [`It is ${SECRET}`, `in ${WORD}`, "yes"]);
  await ask(page, "POST", `/calls/${call}/end`);
  await expect
    .poll(async () => (await ask(page, "GET", `/calls/${call}`)).json.settled_at)
    .toEqual(expect.any(String));
  return { contact, call };
}
