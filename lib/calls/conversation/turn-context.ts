import type { JSONSchema7, LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelAgent, ParleyOptions } from "./model-contract";
import type { Channel } from "./prompt-facts";

/** A tool as described to the model. */
export type ToolDefinition = { name: string; description: string; parameters: JSONSchema7 };

/** A call's context for each request to the model. */
export type TurnContext = {
  /** Workspace of the call. Masking takes turns between workspaces. */
  workspaceId: string;
  model: LanguageModelV3;
  agent: ModelAgent & { prompt: string };
  tools: readonly ToolDefinition[];
  /** Values collected before the first turn. */
  initialValues: NonNullable<ParleyOptions["known"]>;
  /** Time when the call began, RFC 3339. */
  startedAt: string;
  timeZone: string;
  /** The medium by which the caller receives the agent's words. Defaults to chat. */
  channel?: Channel;
  /**
   * Whether there is a number that can be suppressed, whether a person can take over the conversation, and
   * whether the channel still reaches a caller whose number is suppressed.
   */
  capabilities: { hasNumber: boolean; hasHuman: boolean; canReachSuppressed: boolean };
  /** The agent's sentence for a call that reaches a cost limit; null for the engine's. */
  costLimitClosing?: string | null;
};
