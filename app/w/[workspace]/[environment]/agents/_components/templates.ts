import type { z } from "zod";
import type { CreateAgent } from "@/lib/agents/agents/schema";

/** Keys of the names and descriptions in the catalog. */
type TemplateId = "appointments" | "messages" | "survey" | "address" | "blank_voice" | "blank_messaging";

/** An agent to start from. `agent` is a body of `POST /v1/agents`. Its prompt and greeting are content, not interface texts. */
export type Template = { id: TemplateId; agent: z.input<typeof CreateAgent> };

/** Templates that can be deployed without changes. None needs a carrier, a credential or an agreement. */
export const TEMPLATES: readonly Template[] = [
  {
    id: "appointments",
    agent: {
      name: "Appointments",
      type: "voice",
      voice_id: "builtin:slt",
      prompt:
        "You are the front desk of a practice.\nFind a day and a time that suit the caller, and take full_name and callback_number.\nRead back what you have understood before you finish.\nIf the caller asks for advice, say that a colleague will call back.",
      greeting: "Thank you for calling. I can help you book an appointment.",
      variables: [
        { name: "full_name", type: "string", description: "your full name", sensitive: true },
        { name: "day", type: "date", description: "Which day suits you?" },
        { name: "time", type: "time", description: "What time suits you?" },
        { name: "callback_number", type: "phone", description: "your callback number", sensitive: true },
      ],
      outcomes: [
        { tag: "booked", description: "A day and a time were agreed on." },
        { tag: "not_booked", description: "No day or time was found." },
      ],
    },
  },
  {
    id: "messages",
    agent: {
      name: "After hours",
      type: "voice",
      voice_id: "builtin:rms",
      prompt:
        "You answer when no one is in.\nTake full_name, topic and callback_number, and ask whether it is urgent.\nPromise nothing except a call back.",
      greeting: "Thank you for calling. No one is here right now, but I can take a message.",
      variables: [
        { name: "full_name", type: "string", description: "your full name", sensitive: true },
        { name: "topic", type: "string", description: "what it is about" },
        { name: "urgent", type: "boolean", description: "whether it is urgent" },
        { name: "callback_number", type: "phone", description: "your callback number", sensitive: true },
      ],
      outcomes: [
        { tag: "message_taken", description: "There is a message and a way to call back." },
        { tag: "no_message", description: "The caller left no message." },
      ],
    },
  },
  {
    id: "survey",
    agent: {
      name: "Feedback",
      type: "voice",
      voice_id: "builtin:awb",
      prompt:
        "You ask a customer about the last visit.\nBe brief and thank for each answer. Take rating, would_return and comment.\nDo not argue with what you hear.",
      greeting: "I have a few short questions about your last visit.",
      variables: [
        {
          name: "rating",
          type: "choice",
          description: "How was your visit?",
          choices: ["good", "fair", "poor"],
        },
        { name: "would_return", type: "boolean", description: "Would you come again?" },
        {
          name: "comment",
          type: "string",
          description: "one thing that we could do better",
          required: false,
        },
      ],
      outcomes: [
        { tag: "answered", description: "The questions were answered." },
        { tag: "refused", description: "The customer did not want to answer." },
      ],
    },
  },
  {
    id: "address",
    agent: {
      name: "Change of address",
      type: "messaging",
      prompt:
        "You change the postal address of a customer.\nTake account_number first, then new_address and the day from which it is valid, valid_from.\nKeep each message under two sentences.",
      greeting: "I can help you change your postal address.",
      variables: [
        { name: "account_number", type: "string", description: "your account number", sensitive: true },
        { name: "new_address", type: "string", description: "your new address", sensitive: true },
        { name: "valid_from", type: "date", description: "From which day is it valid?" },
      ],
      outcomes: [
        { tag: "changed", description: "The new address was taken." },
        { tag: "not_changed", description: "Something was missing." },
      ],
    },
  },
];
