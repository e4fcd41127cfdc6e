import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { make, say } from "./ask";

/** One of each thing that the dashboard shows, by its id. */
export type Sample = {
  /** What tells its tool, its integration and its key from another sample's. */
  name: string;
  draft: string;
  live: string;
  /** A call that is over, with masks and a tool's turn. */
  settled: string;
  running: string;
  tool: string;
  integration: string;
  key: string;
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
  // Nobody speaks in the call that goes on, for as long as the tests take.
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
  const tool = await make(page, "/tools", { ...TOOL, name: `look_up_${name}`, integration_id: integration });
  const key = await make(page, "/keys", { name: `Key of ${name}`, role: "viewer", environment: "live" });
  return { name, draft, live, settled, running, tool, integration, key };
}
