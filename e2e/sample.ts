import { randomBytes, randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { ask, make, say } from "./ask";

/** One of each thing that the dashboard shows, by its id. */
export type Sample = {
  /** Suffix that distinguishes the tools, integrations and keys of samples. */
  name: string;
  draft: string;
  live: string;
  /** A call that is over, with masks and a tool's turn. */
  settled: string;
  running: string;
  /** A contact with consents and attributes that is suppressed for texts. */
  contact: string;
  /** A draft that would call this contact. */
  campaign: string;
  tool: string;
  integration: string;
  /** A SIP trunk that no call uses. */
  trunk: string;
  /** A number of a carrier's account, on which the live agent answers at some hours. */
  number: string;
  key: string;
  /** An endpoint that is not there, and a test event for it. */
  webhook: string;
  delivery: string;
  /** A test suite, a run of it, and its agent, which is the live one of the sample. */
  suiteAgent: string;
  suite: string;
  run: string;
  /** The erasure of an unknown number. */
  deletion: string;
};

const LIVE = {
  name: "Front desk of the sample",
  type: "messaging",
  prompt: "Find out when the customer wants to be called back. Ask for account_number first.",
  greeting: "What can I do for you?",
  tools: ["schedule_callback"],
  variables: [
    { name: "account_number", description: "your account number", sensitive: true },
    { name: "day", type: "date", description: "the day that suits you" },
    { name: "time", type: "time", description: "the time that suits you" },
  ],
  outcomes: [{ tag: "arranged", description: "A time is agreed on." }, { tag: "not_arranged" }],
  // The call in progress stays silent for the duration of the tests.
  inactivity_timeout_s: 3_600,
};
const DRAFT = {
  name: "A draft of the sample with a name that is so long that it does not fit on one line of a narrow screen",
  type: "voice",
  voice_id: "builtin:slt",
  prompt: "Ask for the plan.",
  variables: [
    { name: "plan", type: "choice", description: "the plan", choices: ["basic", "extended"] },
    { name: "agrees", type: "boolean", description: "whether you agree", required: false, sensitive: true },
  ],
};
const TOOL = {
  description: "Looks an order up by its number and says where it is.",
  parameters: {
    type: "object",
    properties: { order: { type: "string", description: "The order's number" } },
    required: ["order"],
  },
  request: { method: "GET", url: "https://shop.example.com/orders/{{order}}" },
};

/** The number is not that of the callers, which no page may show. */
const SUITE = {
  name: "Callbacks of the sample",
  cases: [{ name: "Wants a callback", caller: { type: "script", lines: ["It is 7000123450"] } }],
};

const PERSON = {
  phone: "+12125550187",
  name: "Ada Lovelace of the sample",
  attributes: { plan: "extended", seats: 3 },
  consents: [
    {
      purpose: "informational",
      channel: "call",
      granted: true,
      source: "Order form of the sample",
      wording: "Call me about my order.",
      evidence: "Scan 12 in the archive",
    },
    { purpose: "telemarketing", channel: "call", granted: false, source: "A letter" },
  ],
};

/** A number is one contact per workspace, created by the first test that needs it. */
async function makeContact(page: Page): Promise<string> {
  const contact = await ask(page, "POST", "/contacts", PERSON);
  const { json } = contact.status === 409 ? await ask(page, "GET", `/contacts/${PERSON.phone}`) : contact;
  const id = json.id ?? "";
  await ask(page, "PUT", `/contacts/${id}/suppression`, { channels: ["text"], reason: "Asked for calls" });
  return id;
}

/** An unused number of a Twilio account: each number belongs to one workspace. */
async function makeNumber(page: Page, name: string, agent: string): Promise<string> {
  const account = await make(page, "/integrations", {
    name: `Carrier of ${name}`,
    credential: { kind: "twilio", account_sid: `AC${"0".repeat(32)}`, auth_token: "0".repeat(32) },
  });
  return make(page, "/phone-numbers", {
    number: `+1213${randomInt(2_000_000, 9_999_999)}`,
    integration_id: account,
    agent_id: agent,
    hours: { days: ["mon", "tue", "wed"], start: "08:30", end: "17:00", timezone: "America/New_York" },
    fallback_number: "+12125550142",
  });
}

/** A name that resolves nowhere. Source: RFC 2606. */
const WEBHOOK = { url: "https://hooks.invalid/of-the-sample", events: ["*"] };

/** Makes it all as the owner or admin who is signed in in this page's browser. */
export async function makeSample(page: Page): Promise<Sample> {
  const name = randomBytes(4).toString("hex");
  const draft = await make(page, "/agents", DRAFT);
  const live = await make(page, "/agents", LIVE);
  await make(page, `/agents/${live}/deploy`);
  const start = () => make(page, "/calls", { agent_id: live, channel: "chat", metadata: { shop: 12 } });
  const settled = await start();
  await say(page, settled, ["It is 4815162342", "2027-03-04", "half past ten in the morning", "yes"]);
  const running = await start();
  await say(page, running, ["It is 4815162342"]);
  const integration = await make(page, "/integrations", {
    name: `Orders of ${name}`,
    hosts: ["shop.example.com"],
    credential: { kind: "bearer", token: "a token of the tests" },
  });
  const trunk = await make(page, "/integrations", {
    name: `Trunk of ${name}`,
    credential: {
      kind: "sip",
      server: "8.8.8.8:5061",
      username: "parley",
      password: "password-of-the-trunk",
    },
  });
  const tool = await make(page, "/tools", { ...TOOL, name: `look_up_${name}`, integration_id: integration });
  const key = await make(page, "/keys", { name: `Key of ${name}`, role: "viewer", environment: "live" });
  const contact = await makeContact(page);
  const number = await makeNumber(page, name, live);
  const campaign = await make(page, "/campaigns", {
    name: "Reminders of the sample",
    agent_id: draft,
    contacts: [PERSON.phone],
  });
  const suite = await make(page, "/suites", { ...SUITE, agent_id: live });
  const run = await make(page, `/suites/${suite}/runs`);
  const webhook = await make(page, "/webhooks", WEBHOOK);
  const delivery = await make(page, `/webhooks/${webhook}/test`);
  await make(page, "/exports", { resource: "calls", format: "csv" });
  const things = { draft, live, settled, running, contact, campaign, tool, integration, trunk, number, key };
  const tests = { suite, run, suiteAgent: live };
  const erased = await ask(page, "DELETE", "/contacts/+12125550186/data");
  return { name, ...things, ...tests, webhook, delivery, deletion: erased.json.id ?? "" };
}
