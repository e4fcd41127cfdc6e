import { modelsOf, selectIntegrations, transcribersOf, voicesOf } from "@/lib/agents/integrations";
import { MODELS, TRANSCRIBERS, VOICES } from "@/lib/agents/models";
import { type Model, splitId, type TranscriberOffer, type Voice } from "@/lib/agents/models/schema";
import { canReach } from "@/lib/agents/phone-numbers";
import { kindsOf } from "@/lib/agents/providers/schema";
import { listLocalTranscribers } from "@/lib/agents/speech-models";
import { type BuiltinDependencies, toolProblems } from "@/lib/agents/tools";
import { workspaceSettingsDocument } from "@/lib/identity/workspaces";
import { isCoveredLanguage } from "@/lib/masking";
import { db, type Reader } from "@/lib/platform/db";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import { primaryLanguage } from "@/lib/platform/primary-language";
import { checkConfig } from "./check";
import { languageProblems } from "./language";
import { placeholderProblems } from "./placeholders";
import type { AgentConfig } from "./schema";
import { transferTargetProblems } from "./transfer-target-check";

/** The state that a configuration is checked against. */
export type Facts = {
  models: readonly Model[];
  voices: readonly Voice[];
  transcribers: readonly TranscriberOffer[];
  demandZeroRetention: boolean;
  baaOnRecord: boolean;
};

type MissingOffer = "model_unknown" | ReturnType<typeof unknownSpeech>;

function offerProblems(
  pointer: string,
  id: string,
  offers: readonly (Model | Voice)[],
  facts: Facts,
  missing: MissingOffer,
): ErrorDetail[] {
  const offer = offers.find((item) => item.id === id);
  if (offer === undefined) return [bodyProblem(pointer, missing)];
  const violatesRetention = facts.demandZeroRetention && !offer.zero_retention;
  return violatesRetention ? [bodyProblem(pointer, "provider_may_keep_data")] : [];
}

/** The reason for an unknown voice or transcriber: its provider is not connected, or does not offer it. */
function unknownSpeech(part: "voice" | "transcriber", id: string, offers: readonly (Model | Voice)[]) {
  const { provider } = splitId(id);
  const isConnected = offers.some((offer) => offer.provider === provider);
  return isConnected ? (`${part}_not_offered` as const) : (`${part}_not_connected` as const);
}

/** A transcriber whose languages are known must transcribe the agent's. */
function transcriberLanguageProblems(
  { language, transcriber }: AgentConfig,
  { transcribers }: Facts,
): ErrorDetail[] {
  const languages = transcribers.find(({ id }) => id === transcriber)?.languages ?? null;
  const isCovered = languages === null || languages.includes(primaryLanguage(language));
  // A language that Parley does not cover at all is reported at the language.
  return isCovered || !isCoveredLanguage(language)
    ? []
    : [bodyProblem("/transcriber", "language_not_transcribed")];
}

/** A fallback model must be available like the model itself, and differ from it. */
function fallbackProblems({ model, fallback_model: fallback }: AgentConfig, facts: Facts): ErrorDetail[] {
  if (fallback === null || fallback === undefined) return [];
  if (fallback === model) return [bodyProblem("/fallback_model", "fallback_is_model")];
  return offerProblems("/fallback_model", fallback, facts.models, facts, "model_unknown");
}

/** Returns the problems that prevent a deploy, except those of its tools (product.md, "Agents"). */
export function checkDeploy(config: AgentConfig, facts: Facts): ErrorDetail[] {
  const regulated = facts.baaOnRecord
    ? []
    : config.variables.flatMap(({ category }, at) =>
        category === "general" ? [] : [bodyProblem(`/variables/${at}/category`, "baa_required")],
      );
  return [
    ...checkConfig(config),
    ...languageProblems(config),
    ...(config.prompt.trim() === "" ? [bodyProblem("/prompt", "prompt_missing")] : []),
    ...(config.voice_id === null
      ? []
      : [
          ...offerProblems(
            "/voice_id",
            config.voice_id,
            facts.voices,
            facts,
            unknownSpeech("voice", config.voice_id, facts.voices),
          ),
          ...offerProblems(
            "/transcriber",
            config.transcriber,
            facts.transcribers,
            facts,
            unknownSpeech("transcriber", config.transcriber, facts.transcribers),
          ),
          ...transcriberLanguageProblems(config, facts),
        ]),
    ...offerProblems("/model", config.model, facts.models, facts, "model_unknown"),
    ...fallbackProblems(config, facts),
    ...placeholderProblems(config),
    ...regulated,
  ];
}

/** Returns all problems that prevent this workspace from deploying a configuration now. */
export async function deployProblems(
  read: Pick<Reader, "first" | "batch">,
  workspaceId: string,
  config: AgentConfig,
  agentId: string,
): Promise<ErrorDetail[]> {
  const [[[workspace], servers], localTranscribers] = await Promise.all([
    read.batch(
      db.selectFrom("workspaces").select("settings").where("id", "=", workspaceId),
      selectIntegrations(workspaceId).where("kind", "in", kindsOf("model", "speech")),
    ),
    listLocalTranscribers(),
  ]);
  const settings = workspaceSettingsDocument.read(workspace?.settings);
  const facts: Facts = {
    models: [...MODELS, ...modelsOf(servers, "live")],
    voices: [...VOICES, ...voicesOf(servers, "live")],
    transcribers: [...TRANSCRIBERS, ...localTranscribers, ...transcribersOf(servers, "live")],
    demandZeroRetention: settings.require_zero_retention,
    baaOnRecord: settings.baa !== null,
  };
  const means: BuiltinDependencies = {
    transferTo: config.transfer_to ?? config.transfer_targets[0]?.to ?? null,
    calling: await canReach(read, workspaceId, "calls"),
    texting: await canReach(read, workspaceId, "texts"),
    payment: settings.payment,
  };
  return [
    ...checkDeploy(config, facts),
    ...(await transferTargetProblems(read, workspaceId, config, agentId)),
    ...(await toolProblems(read, workspaceId, config.tools, means)),
  ];
}
