import type { JSONSchema7 } from "@ai-sdk/provider";

/** Dependencies of the built-in tools. */
export type BuiltinDependencies = {
  /** The agent's number of a human. */
  transferTo: string | null;
  /** Whether a carrier and a number are connected, which texts and transfers need. */
  texting: boolean;
  /** The workspace's `payment` setting. */
  payment: { ivr_number?: string | null | undefined; link_url?: string | null | undefined } | null;
};

/** A built-in tool: its description for the model, and its dependencies. */
export type BuiltinTool = {
  name: string;
  description: string;
  parameters: JSONSchema7;
  /** Null if it can run, else one sentence that says what is missing and what to set. */
  missing(means: BuiltinDependencies): string | null;
};

const object = (properties: Record<string, JSONSchema7>, required: string[] = []): JSONSchema7 => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const REASON: JSONSchema7 = { type: "string", description: "Why, in a few words." };
const ready = () => null;

const NO_CALLS =
  "No carrier for calls is connected. Connect an integration of kind twilio, and a phone number of it.";
const allOf = (...lacks: (string | null)[]): string | null => {
  const reasons = lacks.filter((reason) => reason !== null);
  return reasons.length === 0 ? null : reasons.join(" ");
};
const transferring = (carrier: boolean, number: string | null | undefined, setting: string): string | null =>
  allOf(carrier ? null : NO_CALLS, number ? null : `Set ${setting}.`);
const NO_TEXTS =
  "No carrier for texts is connected. Connect an integration of kind twilio, and a phone number of it.";

/** The built-in tools (product.md, "Tools"). */
export const BUILTIN_TOOLS: readonly BuiltinTool[] = [
  {
    name: "end_call",
    description: "Ends the conversation after the closing sentence.",
    parameters: object({ outcome: { type: "string", description: "The tag of the outcome." } }),
    missing: ready,
  },
  {
    name: "schedule_callback",
    description: "Arranges to call the caller back at a time that they have asked for.",
    parameters: object(
      {
        at: { type: "string", format: "date-time", description: "When to call, RFC 3339 with an offset." },
        reason: REASON,
      },
      ["at"],
    ),
    missing: ready,
  },
  {
    name: "opt_out",
    description:
      "Removes the caller's number, so that they are not contacted any more. Every conversation has it, also where an agent does not list it.",
    parameters: object({}),
    missing: ready,
  },
  {
    name: "transfer_to_human",
    description: "Connects the caller with a human.",
    parameters: object({ reason: REASON }),
    missing: ({ transferTo, texting }) => transferring(texting, transferTo, "the agent's transfer_to"),
  },
  {
    name: "send_text",
    description: "Sends the caller a text message.",
    parameters: object(
      {
        text: { type: "string", description: "The message." },
        asked: { type: "boolean", description: "Whether the caller has asked to be sent this by text." },
      },
      ["text"],
    ),
    missing: ({ texting }) => (texting ? null : NO_TEXTS),
  },
  {
    name: "send_secure_payment_link",
    description: "Sends the caller a link to a secure payment page. Never ask for card details yourself.",
    parameters: object({}),
    missing: ({ texting, payment }) => {
      const noLink = payment?.link_url ? null : "Set the workspace's payment.link_url.";
      return allOf(texting ? null : NO_TEXTS, noLink);
    },
  },
  {
    name: "transfer_to_payment_ivr",
    description: "Connects the caller with the automatic payment line. Never ask for card details yourself.",
    parameters: object({}),
    missing: ({ payment, texting }) =>
      transferring(texting, payment?.ivr_number, "the workspace's payment.ivr_number"),
  },
];

export const findBuiltinTool = (name: string): BuiltinTool | undefined =>
  BUILTIN_TOOLS.find((tool) => tool.name === name);

/** Names that a workspace's own tool cannot have: those of built-in tools and of the engine's tools. */
export const isReservedName = (name: string): boolean =>
  name === "save_variables" || findBuiltinTool(name) !== undefined;
