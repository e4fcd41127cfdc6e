import type { IdPrefix } from "@/lib/platform/id-format";
import type { Json } from "./json";

/** The identifier of each kind in examples. Readers replace it with their own. */
export const exampleId = (prefix: IdPrefix): string => `${prefix}_01jd2q7m3kz5v8c0w4y6n1t9bx`;

/** A number that is reserved for fiction. Source: the North American Numbering Plan, 555-0100 to 555-0199. */
export const EXAMPLE_PHONE = "+12125550142";

const AGENT: Json = {
  name: "Front desk",
  type: "voice",
  voice_id: "builtin:slt",
  prompt: "You book tables for a restaurant. Ask for the day and the number of guests.",
  greeting: "Hello, this is the front desk. How can I help you?",
  variables: [
    { name: "day", type: "date", description: "the day of the visit" },
    { name: "guests", type: "number", description: "the number of guests" },
    { name: "account_number", description: "your account number", required: false, sensitive: true },
  ],
  outcomes: [{ tag: "booked", description: "A table is booked." }, { tag: "not_booked" }],
};

const CONSENT: Json = {
  purpose: "informational",
  channel: "call",
  granted: true,
  source: "Order form",
  wording: "Call me about my order.",
};

/**
 * A body that each operation accepts, by operation ID: for the document's `example`, and for the code samples
 * of the reference. A test parses each with its route's schema.
 */
export const BODY_EXAMPLES: Readonly<Record<string, Json>> = {
  createAgent: AGENT,
  updateAgent: { greeting: "Good evening, this is the front desk." },
  deployAgent: { note: "Asks for the number of guests." },
  setAgentTrafficSplit: { percent: 10, note: "Asks for the number of guests." },
  promoteAgentTrafficSplit: {},
  createCall: { agent_id: exampleId("agt"), channel: "chat", metadata: { order: 1042 } },
  updateCall: { tags: ["follow-up"], notes: "Asked for a table by the window." },
  endCall: {},
  setAgentScorecard: {
    criteria: [
      {
        kind: "yes_no",
        name: "confirmed_time",
        question: "Did the agent repeat the time of the reservation?",
      },
      {
        kind: "scale",
        name: "politeness",
        question: "How polite was the agent?",
        min: 1,
        max: 5,
        labels: [{ value: 1, label: "Rude" }],
        pass_at: 4,
      },
    ],
  },
  createAgentScoreRun: { from: "2026-11-01", to: "2026-11-24" },
  setCallScore: { value: true },
  setPrices: {
    prices: [
      {
        provider: "house",
        model: "*",
        unit: "output_tokens",
        currency: "EUR",
        amount: "0.60",
        per: 1_000_000,
        valid_from: "2026-01-01",
      },
    ],
  },
  setCostLimits: { currency: "EUR", per_day: "50", per_month: "900", reserve_per_call: "0.25" },
  setCallLegalHold: { reason: "Case 2026-114" },
  createCallMessage: { text: "I would like a table for two tomorrow." },
  createCallComment: { text: "The caller asks for a table by the window.", turn_index: 4 },
  updateCallComment: { text: "The caller asks for a quiet table." },
  createCampaign: {
    name: "Appointment reminders",
    agent_id: exampleId("agt"),
    purpose: "informational",
    window: { days: ["mon", "tue", "wed", "thu", "fri"], start: "10:00", end: "17:00" },
    contacts: [{ phone: EXAMPLE_PHONE, name: "Ada Lovelace" }],
  },
  updateCampaign: { max_concurrent_calls: 10 },
  createCampaignContact: { contacts: [EXAMPLE_PHONE, { phone: "+12125550143", name: "Grace Hopper" }] },
  createContact: {
    phone: EXAMPLE_PHONE,
    name: "Ada Lovelace",
    timezone: "America/New_York",
    attributes: { plan: "gold" },
    consents: [CONSENT],
  },
  updateContact: { attributes: { plan: "silver" } },
  createContactConsent: CONSENT,
  setContactLegalHold: { reason: "Case 2026-114" },
  setContactSuppression: { channels: ["call", "text"], reason: "Asked by mail." },
  createExport: { resource: "calls", format: "csv" },
  createIntegration: {
    name: "Order service",
    hosts: ["shop.example.com"],
    credential: { kind: "bearer", token: "token-of-the-service" },
  },
  setIntegrationInboundRoutes: {
    routes: [
      { pattern: "+49221*", agent_id: null, hours: null, fallback_number: "+4930123456" },
      { pattern: "1xx", agent_id: null, hours: null, fallback_number: null },
    ],
  },
  setOutboundRoutes: { routes: [{ prefix: "+49", trunk_ids: [exampleId("int")] }] },
  setIntegrationLimits: {
    prices: {
      currency: "EUR",
      as_of: "2026-11-01",
      default_per_minute: 0.2,
      by_prefix: [{ prefix: "+44", per_minute: 0.02 }],
    },
    per_day: 100,
    per_hour: 20,
    calls_per_country: 30,
    failed_percent: 60,
  },
  createInvitation: { email: "ada@example.com", role: "builder" },
  createKey: { name: "Order service", role: "builder", environment: "live" },
  updateKey: { name: "Order service, east", allowed_addresses: ["203.0.113.0/24"] },
  rotateKey: { overlap_minutes: 60 },
  updateMember: { role: "builder" },
  createPhoneNumber: {
    number: EXAMPLE_PHONE,
    integration_id: exampleId("int"),
    agent_id: exampleId("agt"),
  },
  updatePhoneNumber: { agent_id: exampleId("agt") },
  setSso: {
    metadata_url: "https://idp.example.com/metadata.xml",
    domains: ["example.com"],
    role_mapping: { attribute: null, rules: [], default_role: "viewer" },
  },
  createTool: {
    name: "look_up_order",
    description: "Looks an order up by its number and returns its state.",
    parameters: {
      type: "object",
      properties: { order: { type: "string", description: "The number of the order" } },
      required: ["order"],
    },
    request: { method: "GET", url: "https://example.com/orders/{{order}}" },
    response: { fields: [{ name: "state", path: "order.state" }] },
    retries: { max: 1, idempotency: "method" },
  },
  createSuite: {
    agent_id: exampleId("agt"),
    name: "Bookings",
    required: true,
    cases: [
      {
        name: "A polite caller books a table",
        caller: { type: "simulated", persona: "nora", answers: { people: "four" } },
        checks: [
          { type: "variable", name: "people", equals: 4 },
          { type: "outcome", one_of: ["completed"] },
        ],
      },
    ],
  },
  updateSuite: { repetitions: 3, min_pass_percent: 66 },
  createSuiteRun: {},
  updateTool: { timeout_ms: 5_000 },
  createWebhook: { url: "https://example.com/hooks/parley", events: ["call.ended", "call.settled"] },
  updateWebhook: { events: ["*"] },
  replayWebhook: { from: "2026-11-23T00:00:00Z", to: "2026-11-24T00:00:00Z" },
  rotateWebhook: { overlap_minutes: 60 },
  updateWorkspace: { timezone: "America/New_York" },
  deleteWorkspace: { name: "Acme" },
};

/** Files of an import, by media type. */
export const FILE_EXAMPLES: Readonly<Record<string, unknown>> = {
  "text/csv": `phone,name\n${EXAMPLE_PHONE},Ada Lovelace\n`,
  "application/json": [{ phone: EXAMPLE_PHONE, name: "Ada Lovelace" }],
};
