import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { Ctx } from "@/lib/context";
import { rehearsalModel, type Scene } from "@/lib/conversation";
import type { Sealer } from "@/lib/crypto";
import { resolveModelFor } from "@/lib/integrations";
import { ModelError, resolveModel } from "@/lib/models";
import type { CallTool } from "@/lib/tools";
import { type FullRow, openJson } from "./row";

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

async function modelOf(ctx: Ctx, row: FullRow): Promise<LanguageModelV3> {
  try {
    return resolveModel({ ...(await resolveModelFor(ctx, row.config.model, credentialsOf(row))), builtins });
  } catch (error) {
    if (error instanceof ModelError) return broken(error);
    throw error;
  }
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
  const [model, tools] = await Promise.all([modelOf(ctx, row), offered]);
  return {
    workspaceId: ctx.workspaceId,
    model,
    agent: row.config,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    known: openJson(sealer, row.id, "initial_variables", row.initial_variables, {}),
    startedAt: startedAt(row),
    timeZone: row.timezone,
    reach: {
      number: row.contact_hash !== null,
      human: hasTransfer && row.config.transfer_to !== null,
      // A text to a suppressed number is not sent, whatever it says.
      suppressed: row.channel !== "sms",
    },
  };
}
