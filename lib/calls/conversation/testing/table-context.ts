import type { LanguageModelV3 } from "@ai-sdk/provider";
import { rehearsalModel } from "@/lib/calls/offline/model";
import { agent, NOW, variable } from "@/lib/calls/offline/model/engine.fixture";
import type { TurnContext } from "../turn-context";

export const builtinModel = () => rehearsalModel({ now: () => new Date(NOW) });

/** The context of an agent with these settings, in a call that can reach everyone by telephone. */
export const contextOf = (settings: Parameters<typeof agent>[0], model: LanguageModelV3): TurnContext => ({
  workspaceId: "ws_test",
  model,
  agent: { ...agent(settings), prompt: "Help." },
  tools: [],
  initialValues: {},
  startedAt: NOW,
  timeZone: "UTC",
  capabilities: { hasNumber: true, hasHuman: false, canReachSuppressed: true },
});

/** The context of an agent that asks how many people come, and where they want to sit. */
export const tableContext = (model: LanguageModelV3 = builtinModel()): TurnContext =>
  contextOf({ variables: [variable("people", "number"), variable("seat", "string")] }, model);
