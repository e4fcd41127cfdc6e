import { TRANSCRIBERS, VOICES } from "@/lib/agents/models";
import type { Model, Voice } from "@/lib/agents/models/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { demandsZeroRetention } from "./demand";
import { type IntegrationRow, SPEECH_KINDS, selectIntegrations, toIntegration } from "./read";
import { openSecret, type Settings } from "./secret";

/** Which languages a provider's voice speaks is for its provider to say: many (RFC 5646 by way of ISO 639-2). */
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

/** Those of the live environment, and behind them those that are connected for tests alone. */
function both<T extends { id: string }>(of: (environment: Environment) => T[]): T[] {
  const live = of("live");
  const known = new Set(live.map(({ id }) => id));
  return [...live, ...of("test").filter(({ id }) => !known.has(id))];
}

const selectSpeech = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  selectIntegrations(workspaceId).where("kind", "in", SPEECH_KINDS).orderBy("name");

/** The voices that an agent may have: those of the product, then those that the workspace has connected. */
export async function listVoices(ctx: Ctx): Promise<{ data: Voice[] }> {
  const rows = await ctx.db.all(selectSpeech(ctx));
  return { data: [...VOICES, ...both((environment) => voicesOf(rows, environment))] };
}

/** The transcribers that an agent may have, as `listVoices`. */
export async function listTranscribers(ctx: Ctx): Promise<{ data: Model[] }> {
  const rows = await ctx.db.all(selectSpeech(ctx));
  return { data: [...TRANSCRIBERS, ...both((environment) => transcribersOf(rows, environment))] };
}

/** A provider of speech, opened: for a call alone, which keeps it no longer than it lasts. */
export type SpeechAccount = {
  kind: (typeof SPEECH_KINDS)[number];
  baseUrl: string;
  key: string | null;
  /** What it speaks by; of one that only hears, nothing. */
  voiceModel: string;
  /** Names of the voices and transcribers that it was connected for. */
  voices: readonly string[];
  models: readonly string[];
  /** Whether a conversation may use it: not one that may keep what it is sent, where the workspace demands others. */
  allowed: boolean;
  /** Whether the workspace wants it to be told, with each request, to keep nothing. */
  zeroRetention: boolean;
};

/** The workspace's provider of that name in the call's environment; undefined where none is connected. */
export async function speechAccount(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  provider: string,
  environment: Environment,
): Promise<SpeechAccount | undefined> {
  const row = await ctx.db.one(
    db
      .selectFrom("integrations")
      .select(["id", "kind", "settings", "secret", demandsZeroRetention(ctx.workspaceId).as("demands")])
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
  } = row.settings as Settings;
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
