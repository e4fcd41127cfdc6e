import type { JSONSchema7 } from "@ai-sdk/provider";

/** Dependencies of the built-in tools. */
export type BuiltinDependencies = {
  /** The first number or SIP address of a human that the agent has. */
  transferTo: string | null;
  /** Whether a number is connected that can call, which transfers need. */
  calling: boolean;
  /** Whether a number is connected that can send texts. */
  texting: boolean;
  /** The workspace's `payment` setting. */
  payment: { ivr_number?: string | null | undefined; link_url?: string | null | undefined } | null;
};

type TransferSetting = "transfer_to" | "ivr_number";
/** Reasons why a built-in tool cannot run. */
export type MissingDependency =
  | "texts_without_carrier"
  | "payment_link_missing"
  | "texts_without_carrier_and_link"
  | "calls_without_carrier"
  | `${TransferSetting}_missing`
  | `calls_without_carrier_and_${TransferSetting}`;

/** A built-in tool: its description for the model, and its dependencies. */
export type BuiltinTool = {
  name: string;
  description: string;
  parameters: JSONSchema7;
  /** Null if it can run, else the reason, whose sentence says what is missing and what to set. */
  missing(means: BuiltinDependencies): MissingDependency | null;
};

const object = (properties: Record<string, JSONSchema7>, required: string[] = []): JSONSchema7 => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const REASON: JSONSchema7 = { type: "string", description: "Why, in a few words." };
const ready = () => null;

function missingForTransfer(
  hasCarrier: boolean,
  number: string | null | undefined,
  setting: TransferSetting,
): MissingDependency | null {
  if (hasCarrier) return number ? null : `${setting}_missing`;
  return number ? "calls_without_carrier" : `calls_without_carrier_and_${setting}`;
}

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
    missing: ({ transferTo, calling }) => missingForTransfer(calling, transferTo, "transfer_to"),
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
    missing: ({ texting }) => (texting ? null : "texts_without_carrier"),
  },
  {
    name: "send_secure_payment_link",
    description: "Sends the caller a link to a secure payment page. Never ask for card details yourself.",
    parameters: object({}),
    missing: ({ texting, payment }) => {
      if (texting) return payment?.link_url ? null : "payment_link_missing";
      return payment?.link_url ? "texts_without_carrier" : "texts_without_carrier_and_link";
    },
  },
  {
    name: "transfer_to_payment_ivr",
    description: "Connects the caller with the automatic payment line. Never ask for card details yourself.",
    parameters: object({}),
    missing: ({ payment, calling }) => missingForTransfer(calling, payment?.ivr_number, "ivr_number"),
  },
];

export const findBuiltinTool = (name: string): BuiltinTool | undefined =>
  BUILTIN_TOOLS.find((tool) => tool.name === name);

/** Names that a workspace's own tool cannot have: those of built-in tools and of the engine's tools. */
export const isReservedName = (name: string): boolean =>
  name === "save_variables" || findBuiltinTool(name) !== undefined;
