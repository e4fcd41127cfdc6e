import { CreateAgent, UpdateAgent } from "@/lib/agents/agents/schema";

/** A conversation takes a few minutes. A caller who falls silent must not keep the line. */
const MAX_DURATION_S = 600;
const INACTIVITY_S = 45;

const limits = { max_duration_s: MAX_DURATION_S, inactivity_timeout_s: INACTIVITY_S };

/** Where callers who ask for a person are transferred: a fictional number. */
const TRANSFER_TO = "+12125550199";

const agents = {
  front_desk: {
    name: "Harbour Table front desk",
    type: "voice",
    voice_id: "builtin:slt",
    prompt:
      "You answer for Harbour Table, a restaurant by the water. You take bookings for today up to two months ahead, between 11:00 and 22:00, for up to ten people. You do not take orders and you promise no particular table. Larger parties and private events are for the manager, who calls back.",
    greeting: "Welcome to Harbour Table. I can book a table for you.",
    tools: ["opt_out", "find_table"],
    transfer_to: TRANSFER_TO,
    variables: [
      { name: "party_size", type: "number", description: "how many people will come" },
      { name: "day", type: "date", description: "the day you want to come" },
      { name: "time", type: "time", description: "the time you want to come" },
      { name: "guest_name", description: "the name for the booking" },
      { name: "phone", type: "phone", description: "a phone number where we can reach you", sensitive: true },
    ],
    outcomes: [
      { tag: "booked", description: "Everything for the booking is known and the guest has confirmed it." },
      { tag: "not_booked", description: "No table was booked." },
    ],
    ...limits,
  },
  reminder: {
    name: "Appointment reminder",
    type: "messaging",
    prompt:
      "You remind people of their appointment at Brightwater Bicycle Workshop and find out whether they will come. If they cannot, you say that the workshop will offer another day. You know nothing of prices and repairs.",
    greeting: "This is Brightwater Bicycle Workshop, about the appointment for your bicycle.",
    tools: ["opt_out"],
    variables: [
      { name: "appointment_day", type: "date", description: "the day of the appointment", required: false },
      { name: "attending", type: "boolean", description: "whether you will come" },
      {
        name: "reminder_channel",
        type: "choice",
        description: "how you want to be reminded next time",
        choices: ["Text message", "Phone call", "Letter"],
      },
      { name: "email", type: "email", description: "your email address", sensitive: true },
    ],
    outcomes: [
      { tag: "answered", description: "The customer said whether they will come and how to remind them." },
      { tag: "not_answered", description: "It is still open whether the customer will come." },
    ],
    ...limits,
  },
  claims: {
    name: "Claim intake",
    type: "voice",
    voice_id: "builtin:rms",
    prompt:
      "You take the first report of a damage for Fernhill Insurance. You ask, you note, you judge nothing: no word on whether something is covered, on fault or on money. If anyone is in danger, you tell them to call 911 first.",
    greeting: "This is Fernhill Insurance. I will take the report of your damage.",
    tools: ["opt_out", "report_claim"],
    transfer_to: TRANSFER_TO,
    variables: [
      { name: "policy_number", description: "your policy number", sensitive: true },
      { name: "birth_date", type: "date", description: "your date of birth", sensitive: true },
      { name: "incident_day", type: "date", description: "the day it happened" },
      {
        name: "damage",
        type: "choice",
        description: "the kind of damage",
        choices: ["Collision", "Theft", "Storm", "Water"],
      },
      { name: "police_called", type: "boolean", description: "whether the police were called" },
      { name: "email", type: "email", description: "your email address", sensitive: true },
    ],
    outcomes: [
      { tag: "reported", description: "The report is complete and the caller has confirmed it." },
      { tag: "incomplete", description: "Something of the report is missing." },
    ],
    ...limits,
  },
  messages: {
    name: "After-hours messages",
    type: "voice",
    voice_id: "builtin:awb",
    prompt:
      "You answer for Lantern & Loom, a shop for lamps and fabrics, outside business hours. You take a message and note when a colleague can call back. You know neither stock nor orders.",
    greeting: "You have reached Lantern and Loom. We are closed now, and I will take a message.",
    tools: ["opt_out"],
    variables: [
      { name: "caller_name", description: "your name" },
      {
        name: "topic",
        type: "choice",
        description: "the topic of your message",
        choices: ["Billing", "Delivery", "Returns", "Something else"],
      },
      { name: "message", description: "the message for us" },
      { name: "phone", type: "phone", description: "your phone number", sensitive: true },
      { name: "call_day", type: "date", description: "the day that suits you for a call back" },
      { name: "call_time", type: "time", description: "the hour that suits you for a call back" },
    ],
    outcomes: [
      { tag: "message_taken", description: "The message and a time to call back are noted." },
      { tag: "no_message", description: "The caller left no message." },
    ],
    ...limits,
  },
  feedback: {
    name: "Visit feedback",
    type: "voice",
    voice_id: "builtin:awb",
    prompt:
      "You ask guests of Harbour Table about their last visit. Be brief, and thank the guest for each answer. Do not argue about complaints, and do not promise refunds.",
    greeting: "This is Harbour Table. May I ask you three short questions about your visit?",
    tools: ["opt_out"],
    variables: [
      {
        name: "rating",
        type: "choice",
        description: "how the visit was",
        choices: ["good", "fair", "poor"],
      },
      { name: "would_return", type: "boolean", description: "whether you would come again" },
      { name: "guests", type: "number", description: "how many people came with you" },
    ],
    outcomes: [
      { tag: "answered", description: "The questions were answered." },
      { tag: "refused", description: "The guest did not want to answer." },
    ],
    ...limits,
  },
} as const;

export type DemoAgent = keyof typeof agents;

/** The agents of the demo workspace, in the format of `POST /v1/agents`. */
export const DEMO_AGENTS: readonly { key: DemoAgent; agent: CreateAgent }[] = Object.entries(agents).map(
  ([key, agent]) => ({ key: key as DemoAgent, agent: CreateAgent.parse(agent) }),
);

/** A later version of an agent, in the format of `PATCH /v1/agents/:id`. */
export const NEW_VERSION: { key: DemoAgent; changes: UpdateAgent } = {
  key: "front_desk",
  changes: UpdateAgent.parse({
    greeting: "Welcome to Harbour Table. When would you like to come?",
    prompt: `${agents.front_desk.prompt} Note the wishes of larger parties for the manager.`,
  }),
};
