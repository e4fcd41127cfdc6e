import { MODELS, ModelError } from "@/lib/agents/models";
import { type Model, type ModelCredential, splitId } from "@/lib/agents/models/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { type IntegrationRow, selectIntegrations, toIntegration } from "./read";
import { openSecret } from "./secret";
import { settingsDocument } from "./stored-settings";
import { requiresZeroRetention } from "./zero-retention-requirement";

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
    selectIntegrations(ctx.workspaceId).where("kind", "=", "model").orderBy("name"),
  );
  const live = modelsOf(rows, "live");
  const liveIds = new Set(live.map(({ id }) => id));
  const testOnly = modelsOf(rows, "test").filter(({ id }) => !liveIds.has(id));
  return { data: [...MODELS, ...live, ...testOnly] };
}

/** A model server opened for a check, regardless of the workspace's retention requirement. */
export type OpenModelServer = { baseUrl: string; key: string | null; models: readonly string[] };

/** Opens the model server of an integration of kind `model`; undefined if it does not exist. */
export async function openModelServer(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
): Promise<OpenModelServer | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("integrations")
      .select(["id", "settings", "secret"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("kind", "=", "model"),
  );
  if (row === undefined) return undefined;
  const { base_url: baseUrl = "", models = [] } = settingsDocument.read(row.settings);
  const { api_key: key } = await openSecret(ctx.workspaceId, row.id, row.secret);
  return { baseUrl, key: key ?? null, models };
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
    db
      .selectFrom("integrations")
      .select(["id", "settings", "secret", requiresZeroRetention(ctx.workspaceId).as("demands")])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", environment)
      .where("name", "=", provider)
      .where("kind", "=", "model"),
  );
  if (row === undefined) return { model };
  const { base_url = "", models = [], zero_retention } = settingsDocument.read(row.settings);
  if (!models.includes(name)) return { model };
  if (row.demands && zero_retention !== true) throw new ModelError("not_allowed");
  const { api_key } = await openSecret(ctx.workspaceId, row.id, row.secret);
  return { model, credential: { base_url, api_key: api_key ?? null } };
}
