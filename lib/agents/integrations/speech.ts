import { TRANSCRIBERS, VOICES } from "@/lib/agents/models";
import type { Model, Voice } from "@/lib/agents/models/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { type IntegrationRow, SPEECH_KINDS, selectIntegrations, toIntegration } from "./read";
import { openSecret } from "./secret";
import { settingsDocument } from "./stored-settings";
import { requiresZeroRetention } from "./zero-retention-requirement";

/** The provider decides which languages its voice speaks: several (RFC 5646, from ISO 639-2). */
const MANY_LANGUAGES = "mul";

const speechOf = (rows: readonly IntegrationRow[], environment: Environment) =>
  rows.filter((row) => row.environment === environment).map(toIntegration);

/** The voices of the workspace's own providers in one environment. */
export const voicesOf = (rows: readonly IntegrationRow[], environment: Environment): Voice[] =>
  speechOf(rows, environment).flatMap(({ name: provider, speech }) =>
    (speech?.voices ?? []).map(({ id, name }) => ({
      id: `${provider}:${id}`,
      name,
      provider,
      language: MANY_LANGUAGES,
      description: "A voice of a provider that the workspace has connected.",
      zero_retention: speech?.zero_retention ?? false,
    })),
  );

/** The transcribers of the workspace's own providers in one environment. */
export const transcribersOf = (rows: readonly IntegrationRow[], environment: Environment): Model[] =>
  speechOf(rows, environment).flatMap(({ name: provider, speech }) =>
    (speech?.models ?? []).map((model) => ({
      id: `${provider}:${model}`,
      name: model,
      provider,
      description: "A transcriber of a provider that the workspace has connected.",
      zero_retention: speech?.zero_retention ?? false,
    })),
  );

/** Lists live providers first, then those connected only for tests. */
function listBoth<T extends { id: string }>(of: (environment: Environment) => T[]): T[] {
  const live = of("live");
  const liveIds = new Set(live.map(({ id }) => id));
  return [...live, ...of("test").filter(({ id }) => !liveIds.has(id))];
}

const selectSpeech = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  selectIntegrations(workspaceId).where("kind", "in", SPEECH_KINDS).orderBy("name");

/** Lists the voices that an agent can use: the product's, then those that the workspace has connected. */
export async function listVoices(ctx: Ctx): Promise<{ data: Voice[] }> {
  const rows = await ctx.db.all(selectSpeech(ctx));
  return { data: [...VOICES, ...listBoth((environment) => voicesOf(rows, environment))] };
}

/** Lists the transcribers that an agent can use, ordered like `listVoices`. */
export async function listTranscribers(ctx: Ctx): Promise<{ data: Model[] }> {
  const rows = await ctx.db.all(selectSpeech(ctx));
  return { data: [...TRANSCRIBERS, ...listBoth((environment) => transcribersOf(rows, environment))] };
}

/** A speech provider with its decrypted key, kept only for the duration of a call. */
export type SpeechAccount = {
  kind: (typeof SPEECH_KINDS)[number];
  baseUrl: string;
  key: string | null;
  /** The model that speaks; empty for a provider without voices. */
  voiceModel: string;
  /** Voices and transcribers that the integration offers. */
  voices: readonly string[];
  models: readonly string[];
  /**
   * Whether a conversation can use it: false if the workspace requires zero retention and the provider does
   * not guarantee it.
   */
  allowed: boolean;
  /** Whether each request instructs the provider to keep nothing. */
  zeroRetention: boolean;
};

/** Opens the workspace's provider of that name in the call's environment; undefined if there is none. */
export async function openSpeechAccount(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  provider: string,
  environment: Environment,
): Promise<SpeechAccount | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("integrations")
      .select(["id", "kind", "settings", "secret", requiresZeroRetention(ctx.workspaceId).as("demands")])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", environment)
      .where("name", "=", provider)
      .where("kind", "in", SPEECH_KINDS),
  );
  if (row === undefined) return undefined;
  const {
    base_url: baseUrl = "",
    voice_model: voiceModel = "",
    voices = [],
    models = [],
    zero_retention: keepsNothing = false,
    zero_retention_basis: basis,
  } = settingsDocument.read(row.settings);
  const { api_key: key } = await openSecret(ctx.workspaceId, row.id, row.secret);
  return {
    kind: row.kind as SpeechAccount["kind"],
    baseUrl,
    key: key ?? null,
    voiceModel,
    voices: voices.map(({ id }) => id),
    models,
    allowed: keepsNothing || !row.demands,
    zeroRetention: basis !== undefined,
  };
}
