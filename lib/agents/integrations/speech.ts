import { TRANSCRIBERS, VOICES } from "@/lib/agents/models";
import type { TranscriberOffer, Voice } from "@/lib/agents/models/schema";
import { type SpeechAccount, speechAccountOf } from "@/lib/agents/providers";
import { kindsOf } from "@/lib/agents/providers/schema";
import { listLocalTranscribers } from "@/lib/agents/speech-models";
import type { Ctx, Environment } from "@/lib/platform/context";
import { openRow, selectChosenProvider } from "./open";
import { type IntegrationRow, selectIntegrations, toIntegration } from "./read";

/** The provider decides which languages its voice speaks: several (RFC 5646, from ISO 639-2). */
const MANY_LANGUAGES = "mul";

const integrationsIn = (rows: readonly IntegrationRow[], environment: Environment) =>
  rows.filter((row) => row.environment === environment).map(toIntegration);

/** The voices of the workspace's own providers in one environment. */
export const voicesOf = (rows: readonly IntegrationRow[], environment: Environment): Voice[] =>
  integrationsIn(rows, environment).flatMap(({ name: provider, speech }) =>
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
export const transcribersOf = (
  rows: readonly IntegrationRow[],
  environment: Environment,
): TranscriberOffer[] =>
  integrationsIn(rows, environment).flatMap(({ name: provider, speech }) =>
    (speech?.models ?? []).map((model) => ({
      id: `${provider}:${model}`,
      name: model,
      provider,
      description: "A transcriber of a provider that the workspace has connected.",
      zero_retention: speech?.zero_retention ?? false,
      languages: null,
      streaming: null,
    })),
  );

/** Lists live providers first, then those connected only for tests. */
function listBoth<T extends { id: string }>(of: (environment: Environment) => T[]): T[] {
  const live = of("live");
  const liveIds = new Set(live.map(({ id }) => id));
  return [...live, ...of("test").filter(({ id }) => !liveIds.has(id))];
}

const selectSpeech = ({ workspaceId }: Pick<Ctx, "workspaceId">) =>
  selectIntegrations(workspaceId).where("kind", "in", kindsOf("speech")).orderBy("name");

/** Lists the voices that an agent can use: the product's, then those that the workspace has connected. */
export async function listVoices(ctx: Ctx): Promise<{ data: Voice[] }> {
  const rows = await ctx.db.all(selectSpeech(ctx));
  return { data: [...VOICES, ...listBoth((environment) => voicesOf(rows, environment))] };
}

/** Lists the transcribers that an agent can use: the product's, this machine's, then those of connected providers. */
export async function listTranscribers(ctx: Ctx): Promise<{ data: TranscriberOffer[] }> {
  const [rows, local] = await Promise.all([ctx.db.all(selectSpeech(ctx)), listLocalTranscribers()]);
  const connected = listBoth((environment) => transcribersOf(rows, environment));
  return { data: [...TRANSCRIBERS, ...local, ...connected] };
}

/**
 * A speech provider that a conversation has chosen. `allowed` is false if the workspace requires zero retention
 * and the provider does not guarantee it.
 */
export type ConversationSpeechAccount = SpeechAccount & { allowed: boolean };

/** Opens the workspace's provider of that name in the call's environment; undefined if there is none. */
export async function openSpeechAccount(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  provider: string,
  environment: Environment,
): Promise<ConversationSpeechAccount | undefined> {
  const row = await ctx.db.first(
    selectChosenProvider(ctx.workspaceId, "speech", { name: provider, environment }),
  );
  if (row === undefined) return undefined;
  const integration = await openRow(ctx.workspaceId, row);
  const keepsNothing = integration.settings.zero_retention ?? false;
  return { ...speechAccountOf(integration), allowed: keepsNothing || !row.demands };
}
