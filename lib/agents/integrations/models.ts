import { MODELS, ModelError } from "@/lib/agents/models";
import { type Model, type ModelCredential, splitId } from "@/lib/agents/models/schema";
import { modelServerOf, settingsDocument } from "@/lib/agents/providers";
import { kindsOf } from "@/lib/agents/providers/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { openRow, selectChosenProvider } from "./open";
import { type IntegrationRow, selectIntegrations, toIntegration } from "./read";

/** The models of the workspace's own servers in one environment. */
export function modelsOf(rows: readonly IntegrationRow[], environment: Environment): Model[] {
  return rows
    .filter((row) => row.environment === environment)
    .flatMap((row) => {
      const { name, model } = toIntegration(row);
      return (model?.models ?? []).map((served) => ({
        id: `${name}:${served}`,
        name: served,
        provider: name,
        description: "A model of a server that the workspace has connected.",
        zero_retention: model?.zero_retention ?? false,
      }));
    });
}

/**
 * Lists the models that an agent can use: the product's, then those of the workspace's live and test servers.
 */
export async function listModels(ctx: Ctx): Promise<{ data: Model[] }> {
  const rows = await ctx.db.all(
    selectIntegrations(ctx.workspaceId).where("kind", "in", kindsOf("model")).orderBy("name"),
  );
  const live = modelsOf(rows, "live");
  const liveIds = new Set(live.map(({ id }) => id));
  const testOnly = modelsOf(rows, "test").filter(({ id }) => !liveIds.has(id));
  return { data: [...MODELS, ...live, ...testOnly] };
}

/**
 * Resolves an agent's model with the credential of the call's `environment`, as `resolveModel` of
 * lib/agents/models needs it. A rehearsal's environment is `test`, so it never reaches the live server.
 * Without a server of that name and model, the credential is missing and `resolveModel` rejects it. Throws
 * `ModelError` `not_allowed` for a server without zero retention in a workspace that requires it, even if it
 * was allowed at deploy.
 */
export async function resolveModelFor(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  model: string,
  environment: Environment,
): Promise<{ model: string; credential?: ModelCredential }> {
  const { provider, name } = splitId(model);
  if (MODELS.some(({ id }) => id === model)) return { model };
  const row = await ctx.db.first(
    selectChosenProvider(ctx.workspaceId, "model", { name: provider, environment }),
  );
  if (row === undefined) return { model };
  const { models, zero_retention } = settingsDocument.read(row.settings);
  if (!models?.includes(name)) return { model };
  if (row.demands && zero_retention !== true) throw new ModelError("not_allowed");
  const { baseUrl, key } = modelServerOf(await openRow(ctx.workspaceId, row));
  return { model, credential: { base_url: baseUrl, api_key: key } };
}
