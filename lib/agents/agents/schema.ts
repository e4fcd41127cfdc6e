import { z } from "zod";
import { ModelId, VoiceId } from "@/lib/agents/models/schema";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/schema";
import { ANSWER_WINDOW_MS } from "@/lib/platform/announcements";
import { id, nonBlankText, Phone, pageOf, pageQuery, Revision, Time, text } from "@/lib/platform/schema";

/** Names within an agent: of a variable, an outcome or a tool. */
export const IDENTIFIER = /^[a-z][a-z0-9_]{0,63}$/;
const Identifier = z
  .string()
  .regex(IDENTIFIER, "Use lower-case letters, digits and _, beginning with a letter, at most 64.");

/** `{{name}}`: a position in a prompt or greeting that a call fills with the value of a variable. */
export const PLACEHOLDER = /\{\{([^{}]{0,200})\}\}/g;

const MAX_PROMPT = 100_000;
const MAX_NAME = 200;
/** Spoken in full in each call: about two minutes of speech. */
const MAX_SPOKEN = 2_000;
const MAX_DESCRIPTION = 1_000;
const MAX_CHOICE = 200;
const MAX_CHOICES = 50;
/** Models choose badly among more tools. */
const MAX_TOOLS = 64;
const MAX_VARIABLES = 100;
const MAX_OUTCOMES = 50;
/** A sentence or two. */
export const MAX_DEPLOY_NOTE = 500;
const DAY_S = 86_400;
const HOUR_S = 3_600;

export const AgentType = z.enum(["voice", "messaging"]);
export const AgentStatus = z.enum(["draft", "live", "archived"]);

export const VariableType = z.enum([
  "string",
  "number",
  "boolean",
  "date",
  "time",
  "phone",
  "email",
  "choice",
]);
export type VariableType = z.output<typeof VariableType>;

const variable = {
  name: Identifier,
  type: VariableType,
  description: text(MAX_DESCRIPTION),
  required: z.boolean(),
  sensitive: z.boolean(),
  category: z.enum(["general", "health", "financial"]),
  choices: z.array(nonBlankText(MAX_CHOICE)).min(1).max(MAX_CHOICES).nullable(),
};
/** A value that a conversation collects. `sensitive`: it is masked wherever it is shown. */
export const Variable = z.strictObject(variable);
export type Variable = z.output<typeof Variable>;

const VariableInput = z.strictObject({
  name: variable.name,
  type: variable.type.default("string"),
  /** How the agent asks for it: "your account number". Defaults to the words of the name. */
  description: variable.description.optional(),
  required: variable.required.default(true),
  sensitive: variable.sensitive.default(false),
  category: variable.category.default("general"),
  choices: variable.choices.default(null),
});

export const Outcome = z.strictObject({ tag: Identifier, description: text(MAX_DESCRIPTION) });
const OutcomeInput = z.strictObject({ tag: Identifier, description: text(MAX_DESCRIPTION).default("") });

/** The sentence of the first utterance that says that this is an automated assistant. */
export const Disclosure = z.strictObject({ enabled: z.boolean(), text: nonBlankText(MAX_SPOKEN) });

const config = {
  name: nonBlankText(MAX_NAME),
  type: AgentType,
  voice_id: VoiceId.nullable(),
  prompt: text(MAX_PROMPT),
  greeting: nonBlankText(MAX_SPOKEN).nullable(),
  language: z
    .string()
    .regex(
      /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$/,
      "Use a BCP 47 tag such as en-US: language, script and region.",
    ),
  model: ModelId,
  /** The model that answers if `model` fails. `<provider>:<model>`; null for none. */
  fallback_model: ModelId.nullable(),
  /** Transcribes the caller. `<provider>:<model>`; `builtin:grammar` needs no account. */
  transcriber: ModelId,
  tools: z.array(Identifier).max(MAX_TOOLS),
  disclosure: Disclosure,
  variables: z.array(Variable).max(MAX_VARIABLES),
  outcomes: z.array(Outcome).max(MAX_OUTCOMES),
  transfer_to: Phone.nullable(),
  max_duration_s: z.int().min(1).max(DAY_S),
  inactivity_timeout_s: z.int().min(1).max(HOUR_S),
};
/** The behavior of an agent, which a deploy freezes in a version. */
export const AgentConfig = z.strictObject(config);
export type AgentConfig = z.output<typeof AgentConfig>;

const recording = {
  enabled: z.boolean(),
  announce: z.boolean(),
  announcement: nonBlankText(MAX_SPOKEN),
  /** Time that the caller has to answer the announcement. */
  answer_window_ms: z.int().min(ANSWER_WINDOW_MS.min).max(ANSWER_WINDOW_MS.max),
  allow_caller_opt_out: z.boolean(),
  retention_days: z.int().min(0).max(MAX_RETENTION_DAYS.recording),
  redact_sensitive_fields: z.boolean(),
  announce_on_transfer: z.boolean(),
};
export const Recording = z.strictObject(recording);
const transcript = {
  enabled: z.boolean(),
  retention_days: z.int().min(0).max(MAX_RETENTION_DAYS.transcript),
};
export const Transcript = z.strictObject(transcript);

/**
 * The policy of an agent. It takes effect immediately, also on a live agent, as consent and privacy cannot
 * wait for a deploy.
 */
export const AgentPolicy = z.strictObject({ recording: Recording, transcript: Transcript });
export type AgentPolicy = z.output<typeof AgentPolicy>;

const PolicyInput = {
  recording: Recording.partial().optional(),
  transcript: Transcript.partial().optional(),
};

/** Everything except name, type, voice and prompt has a default. */
const optional = {
  greeting: config.greeting.optional(),
  language: config.language.optional(),
  model: config.model.optional(),
  fallback_model: config.fallback_model.optional(),
  transcriber: config.transcriber.optional(),
  tools: config.tools.optional(),
  disclosure: Disclosure.partial().optional(),
  variables: z.array(VariableInput).max(MAX_VARIABLES).optional(),
  outcomes: z.array(OutcomeInput).max(MAX_OUTCOMES).optional(),
  transfer_to: config.transfer_to.optional(),
  max_duration_s: config.max_duration_s.optional(),
  inactivity_timeout_s: config.inactivity_timeout_s.optional(),
  ...PolicyInput,
};

export const CreateAgent = z.strictObject({
  name: config.name,
  type: config.type,
  voice_id: config.voice_id.optional(),
  prompt: config.prompt,
  ...optional,
});
export type CreateAgent = z.output<typeof CreateAgent>;

/** `recording`, `transcript` and `disclosure` are merged; lists are replaced. */
export const UpdateAgent = z.strictObject({
  name: config.name.optional(),
  type: config.type.optional(),
  voice_id: config.voice_id.optional(),
  prompt: config.prompt.optional(),
  ...optional,
});
export type UpdateAgent = z.output<typeof UpdateAgent>;

/** A line of text, as lists show it. */
const DeployNote = nonBlankText(MAX_DEPLOY_NOTE).regex(
  /^\P{Cc}*$/u,
  "Leave out line breaks and other control characters.",
);
export const DeployAgent = z.strictObject({
  /** The version to make live. Without it, the draft becomes the next version. */
  version: z.int().min(1).max(1_000_000).optional(),
  /** One line about the changes, or the reason of a rollback. It is shown with the version. */
  note: DeployNote.optional(),
});
export type DeployAgent = z.output<typeof DeployAgent>;

const AgentId = id("agt");

/** An agent as the API shows it: draft, policy and status. */
export const Agent = z.strictObject({
  id: AgentId,
  ...config,
  recording: Recording,
  transcript: Transcript,
  status: AgentStatus,
  live_version: z.int().nullable(),
  has_unpublished_changes: z.boolean(),
  revision: Revision,
  created_at: Time,
  updated_at: Time,
  deployed_at: Time.nullable(),
});
export type Agent = z.output<typeof Agent>;
export const AgentPage = pageOf(Agent);

export const ListAgents = z.strictObject({ ...pageQuery, status: AgentStatus.optional() });
export type ListAgents = z.output<typeof ListAgents>;

const version = {
  agent_id: AgentId,
  version: z.int().positive(),
  /** Whether new calls run this version. */
  live: z.boolean(),
  /** The note of the deploy that created the version; null for none. */
  note: z.string().nullable(),
  created_at: Time,
  /** The member or API key that deployed it first. */
  created_by: z.string(),
  /** The latest deploy that made this version live again; null for none. */
  last_rollback: z
    .strictObject({ note: z.string().nullable(), created_at: Time, created_by: z.string() })
    .nullable(),
};
/** A version in a list. Only a single version includes its `config`. */
export const AgentVersionItem = z.strictObject(version);
export type AgentVersionItem = z.output<typeof AgentVersionItem>;
export const AgentVersionPage = pageOf(AgentVersionItem);
export const AgentVersion = z.strictObject({ ...version, config: AgentConfig });
export type AgentVersion = z.output<typeof AgentVersion>;

/** `test_model`: the scripted model answers. `no_phone_number`: no number leads to the agent. `active_campaign`: a campaign runs it. */
export const DeployWarning = z.enum(["test_model", "no_phone_number", "active_campaign"]);
export type DeployWarning = z.output<typeof DeployWarning>;

export const PreviewDeploy = z.strictObject({
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
/** A deploy before it is made: its version, the live version, and what the deploy would report. */
export const DeployPreview = z.strictObject({
  agent_id: AgentId,
  /** The number that would be live. */
  version: z.int().positive(),
  config: AgentConfig,
  live: z.strictObject({ version: z.int().positive(), config: AgentConfig }).nullable(),
  problems: z.array(
    z.strictObject({
      pointer: z.string(),
      code: z.string(),
      message: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
  warnings: z.array(DeployWarning),
  /** Numbers that lead to the agent, the first ones. */
  phone_numbers: z.array(z.string()),
});
export type DeployPreview = z.output<typeof DeployPreview>;

export const AgentParams = z.strictObject({ id: AgentId });
export const AgentVersionParams = z.strictObject({
  id: AgentId,
  version: z.string().regex(/^[1-9][0-9]{0,5}$/),
});
export const ListVersions = z.strictObject(pageQuery);
