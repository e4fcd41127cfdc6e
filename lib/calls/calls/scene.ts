import type { LanguageModelV3 } from "@ai-sdk/provider";
import { resolveModelFor } from "@/lib/agents/integrations";
import {
  MODEL_LIMITS,
  ModelError,
  type ModelLimits,
  resilientModel,
  resolveModel,
  TURN_BUDGETS_MS,
} from "@/lib/agents/models";
import { splitId } from "@/lib/agents/models/schema";
import type { CallTool } from "@/lib/agents/tools";
import type { Scene } from "@/lib/calls/conversation";
import { rehearsalModel } from "@/lib/calls/offline/model";
import type { Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { fillAgent } from "./filled-agent";
import { type FullRow, openJson } from "./row";
import { isSpoken } from "./used";

const builtins = { rehearsal: () => rehearsalModel({ now: () => new Date() }) };

/** Whose credentials a call uses: a rehearsal of a draft never reaches a live server. */
export const credentialsOf = (row: FullRow): "live" | "test" =>
  row.agent_version === null ? "test" : row.environment;

/** A model that cannot be used fails as one that is down does: at its first step, so that no caller's turn is lost. */
function broken(error: ModelError): LanguageModelV3 {
  const fail = () => Promise.reject(error);
  return {
    specificationVersion: "v3",
    provider: "none",
    modelId: "none",
    supportedUrls: {},
    doGenerate: fail,
    doStream: fail,
  };
}

type Within = { budgetMs: number; limits: ModelLimits };

/** How long the other side waits for an answer: a line that is silent is taken for lost sooner than a text is missed. */
function withinOf(row: FullRow): Within {
  const budgetMs = isSpoken(row) ? TURN_BUDGETS_MS.voice : TURN_BUDGETS_MS.text;
  const { firstByteMs, idleMs } = MODEL_LIMITS;
  const limits = {
    ...MODEL_LIMITS,
    firstByteMs: Math.min(firstByteMs, budgetMs),
    idleMs: Math.min(idleMs, budgetMs),
  };
  return { budgetMs, limits };
}

async function modelOf(ctx: Ctx, row: FullRow, id: string, { limits }: Within): Promise<LanguageModelV3> {
  try {
    const resolved = await resolveModelFor(ctx, id, credentialsOf(row));
    return resolveModel({ ...resolved, builtins, limits });
  } catch (error) {
    if (error instanceof ModelError) return broken(error);
    throw error;
  }
}

/** The model of a call: with its fallback behind it, and held to a turn's budget where it is a server's. */
async function modelsOf(ctx: Ctx, row: FullRow): Promise<LanguageModelV3> {
  const { model: id, fallback_model: fallbackId } = row.config;
  const within = withinOf(row);
  const isBuiltin = splitId(id).provider === "builtin";
  // Configurations of earlier releases have no fallback.
  const [model, fallback] = await Promise.all([
    modelOf(ctx, row, id, within),
    fallbackId == null ? null : modelOf(ctx, row, fallbackId, within),
  ]);
  if (isBuiltin && fallback === null) return model;
  return resilientModel(fallback === null ? [model] : [model, fallback], within);
}

/** When a call began; one that nobody has answered yet, when it was made. */
export const startedAt = (row: FullRow): string => row.started_at ?? row.created_at;

type Around = {
  offered: Promise<readonly CallTool[]>;
  /** The line can put the caller through. */
  hasTransfer: boolean;
};

/** The call as the engine sees it: its model, its tools (`offered`), its agent, and whom it can reach. */
export async function sceneOf(
  ctx: Ctx,
  row: FullRow,
  sealer: Sealer,
  { offered, hasTransfer }: Around,
): Promise<Scene> {
  const [model, tools] = await Promise.all([modelsOf(ctx, row), offered]);
  const known: Values = openJson(sealer, row.id, "initial_variables", row.initial_variables, {});
  return {
    workspaceId: ctx.workspaceId,
    model,
    agent: fillAgent(row.config, known),
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    known,
    startedAt: startedAt(row),
    timeZone: row.timezone,
    channel: row.channel,
    reach: {
      number: row.contact_hash !== null,
      human: hasTransfer && row.config.transfer_to !== null,
      // A text to a suppressed number is not sent, whatever it says.
      suppressed: row.channel !== "sms",
    },
  };
}
