import type { JSONSchema7, LanguageModelV3 } from "@ai-sdk/provider";
import type { Channel } from "./known-facts";
import type { ModelAgent, ParleyOptions } from "./model-contract";

/** A tool as the model is told of it. */
export type ToolOffer = { name: string; description: string; parameters: JSONSchema7 };

/** What a call gives each request to the model. */
export type Scene = {
  /** Whose call it is: masking takes turns between workspaces. */
  workspaceId: string;
  model: LanguageModelV3;
  agent: ModelAgent & { prompt: string };
  tools: readonly ToolOffer[];
  /** What was known before the first turn. */
  known: NonNullable<ParleyOptions["known"]>;
  /** When the call began, RFC 3339. */
  startedAt: string;
  timeZone: string;
  /** How the other side takes in the agent's words; as a chat unless given. */
  channel?: Channel;
  /**
   * Whether there is a number that can be suppressed, whether a person can take this conversation over, and whether
   * the channel still reaches a caller whose number is suppressed.
   */
  reach: { number: boolean; human: boolean; suppressed: boolean };
};
