import { z } from "zod";
import { AgentCostLimits } from "@/lib/agents/cost-limits/schema";
import { ModelId, VoiceId } from "@/lib/agents/models/schema";
import { Hours } from "@/lib/agents/phone-numbers/schema";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/values";
import { ANSWER_WINDOW_MS } from "@/lib/platform/announcements";
import {
  LEAVE_OUT_CONTROL_CHARACTERS,
  MINIMUM_ABOVE_MAXIMUM,
  USE_IDENTIFIER_NAME,
  USE_LANGUAGE_TAG,
  USE_TRANSFER_ADDRESS,
  VOICEMAIL_WITHOUT_PLACEHOLDERS,
} from "@/lib/platform/reasons/fields/agents";
import { id, nonBlankText, Phone, pageOf, pageQuery, Revision, Time, text } from "@/lib/platform/schema";
import { IDENTIFIER, MAX_DEPLOY_NOTE, MAX_TRANSFER_TARGETS, TRANSFER_ADDRESS } from "./values";

const Identifier = z.string().regex(IDENTIFIER, USE_IDENTIFIER_NAME);

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
const DAY_S = 86_400;
const HOUR_S = 3_600;

export const AgentType = z.enum(["voice", "messaging"]);
export const AgentStatus = z.enum(["draft", "live", "archived"]);

/**
 * How easily the caller's speech stops the agent. `low`: only words. `medium`: words, or 400 ms of speech.
 * `high`: 100 ms of speech. At `low` and `medium` the agent first becomes quieter.
 */
const InterruptionSensitivity = z.enum(["low", "medium", "high"]);
/** How long the agent waits in a caller's pause before it answers: 0.8, 1 or 1.6 times the usual time. */
const Patience = z.enum(["low", "medium", "high"]);

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

/** Maximum digits of a number that a caller reads out: those of an IBAN. */
const MAX_DIGITS = 32;
/** The expected form of a number. Answers of another form are asked for again. */
export const DigitsRule = z
  .strictObject({
    /** Fewest digits that an answer can have. */
    min_length: z.int().min(1).max(MAX_DIGITS),
    /** Most digits that an answer can have. */
    max_length: z.int().min(1).max(MAX_DIGITS),
    /** `luhn`: ISO/IEC 7812-1, as for cards. `mod_97`: ISO 7064, remainder 1. */
    checksum: z.enum(["none", "luhn", "mod_97"]),
  })
  .refine(({ min_length, max_length }) => min_length <= max_length, MINIMUM_ABOVE_MAXIMUM);
export type DigitsRule = z.output<typeof DigitsRule>;

const variable = {
  /** Name of the variable, unique within the agent. Prompts refer to it as `{{name}}`. */
  name: Identifier,
  /** Type of the value. Answers are validated and stored by it: a `date` as `2026-11-24`, for example. */
  type: VariableType,
  /** How the agent asks for the value, such as "your account number". */
  description: text(MAX_DESCRIPTION),
  /**
   * Whether the agent asks for the value in each conversation. An optional one is only kept if it comes up.
   */
  required: z.boolean(),
  /**
   * Whether the value is masked in transcripts, exports, webhook messages and the dashboard. Marking takes
   * effect at once, also for stored calls; unmarking only for later calls.
   */
  sensitive: z.boolean(),
  /**
   * Kind of the data. `health` and `financial` can be deployed only with a signed business associate
   * agreement on record.
   */
  category: z.enum(["general", "health", "financial"]),
  /** The possible values of a variable of type `choice`; null for other types. */
  choices: z.array(nonBlankText(MAX_CHOICE)).min(1).max(MAX_CHOICES).nullable(),
  /** For a `string` of digits, such as an account number: its length and check digit. Null for other values. */
  digits: DigitsRule.nullable(),
};
/** A value that a conversation collects. `sensitive`: it is masked wherever it is shown. */
export const Variable = z.strictObject(variable);
export type Variable = z.output<typeof Variable>;

const VariableInput = z.strictObject({
  name: variable.name,
  type: variable.type.default("string"),
  /** How the agent asks for the value, such as "your account number". Defaults to the words of the name. */
  description: variable.description.optional(),
  required: variable.required.default(true),
  sensitive: variable.sensitive.default(false),
  category: variable.category.default("general"),
  choices: variable.choices.default(null),
  digits: variable.digits.default(null),
});

export const Outcome = z.strictObject({
  /** Name of the outcome, as calls, filters and analytics show it. */
  tag: Identifier,
  /** When the outcome applies. The model reads it to choose one. */
  description: text(MAX_DESCRIPTION),
});
const OutcomeInput = z.strictObject({
  /** Name of the outcome, as calls, filters and analytics show it. */
  tag: Identifier,
  /** When the outcome applies. The model reads it to choose one. */
  description: text(MAX_DESCRIPTION).default(""),
});

/** The sentence of the first utterance that says that this is an automated assistant. */
export const Disclosure = z.strictObject({
  /** Whether the agent says it, before all other words of a conversation. Only an admin can turn it off. */
  enabled: z.boolean(),
  /** The sentence, spoken or written as it is. */
  text: nonBlankText(MAX_SPOKEN),
});

/** Spoken words that fill in no variable: a mailbox and a screening service show them to anyone. */
const PublicWords = text(MAX_SPOKEN).regex(/^(?!.*\{\{)(?=.*\S)/s, VOICEMAIL_WITHOUT_PLACEHOLDERS);
/** Behavior of an outbound call that a machine answers. */
export const AnsweringMachine = z.strictObject({
  /** `leave_message`: speak `message` after the beep. */
  action: z.enum(["hang_up", "leave_message"]),
  /** Spoken after the disclosure. Required to leave a message. */
  message: PublicWords.nullable(),
  /** Answer to a service that asks who is calling, after the disclosure. Null: the disclosure alone. */
  screening_reply: PublicWords.nullable(),
});

const target = {
  /**
   * Number in E.164, or a SIP address (`sip:reception@pbx.example.com`) that the trunk of the call's number calls. The
   * user of a SIP address begins with a letter. Calls over Twilio skip SIP addresses.
   */
  to: z.string().regex(TRANSFER_ADDRESS, USE_TRANSFER_ADDRESS),
  /** Hours in which the person can be called, in their time zone; null for any time. */
  hours: Hours.nullable(),
};
/** A person to whom telephone calls can be transferred. */
export const TransferTarget = z.strictObject(target);
const TransferTargetInput = z.strictObject({
  to: target.to,
  /** Hours in which the person can be called, in their time zone; null for any time. */
  hours: Hours.nullable().default(null),
});

const config = {
  /** Name of the agent in lists and in the dashboard. */
  name: nonBlankText(MAX_NAME),
  /**
   * `voice` agents talk on the channels `phone` and `web`, `messaging` agents write on `sms`. Both can be
   * tested on `chat`.
   */
  type: AgentType,
  /**
   * The voice that speaks, `<provider>:<voice_name>`. Required for type `voice`; null for type `messaging`.
   * `GET /voices` lists the available ones.
   */
  voice_id: VoiceId.nullable(),
  /**
   * Instructions for the model. `{{name}}` is replaced by the value of that variable if it is known before
   * the call.
   */
  prompt: text(MAX_PROMPT),
  /**
   * First words of a conversation, after the disclosure; null to let the model choose them. `{{name}}` is
   * replaced by the value of that variable, or left out if it is not known.
   */
  greeting: nonBlankText(MAX_SPOKEN).nullable(),
  /**
   * Language of the conversation as a BCP 47 tag. Masking and recording consent understand English, so
   * other languages are rejected at deploy.
   */
  language: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$/, USE_LANGUAGE_TAG),
  /**
   * The language model that answers, `<provider>:<model>`. `GET /models` lists the available ones.
   * `builtin:rehearsal` is scripted, for tests, and needs no account.
   */
  model: ModelId,
  /** The model that answers if `model` fails. `<provider>:<model>`; null for none. */
  fallback_model: ModelId.nullable(),
  /** Transcribes the caller. `<provider>:<model>`; `builtin:grammar` needs no account. */
  transcriber: ModelId,
  /**
   * Names of the tools that the agent can call: built-in ones, and the workspace's own. A name can be
   * unknown until the deploy.
   */
  tools: z.array(Identifier).max(MAX_TOOLS),
  /** How easily the caller's speech stops the agent: by words (`low`), 400 ms (`medium`) or 100 ms of speech. */
  interruption_sensitivity: InterruptionSensitivity,
  /** How long the agent waits in a caller's pause before it answers. */
  patience: Patience,
  /**
   * Whether speech can interrupt the agent. If not, the agent finishes its turn and then answers. Refusals of
   * the recording, opt-outs and requests for a person take effect immediately in any case.
   */
  interruptible: z.boolean(),
  /** The sentence that tells people that they are speaking with an automated assistant. */
  disclosure: Disclosure,
  /** Values that a conversation collects. */
  variables: z.array(Variable).max(MAX_VARIABLES),
  /**
   * Possible results of a conversation; each ends with exactly one. If empty, they are `completed` and
   * `not_completed`.
   */
  outcomes: z.array(Outcome).max(MAX_OUTCOMES),
  /** Number of a person to whom telephone calls can be transferred, in E.164; null if calls cannot be transferred. */
  transfer_to: Phone.nullable(),
  /**
   * Further people to whom telephone calls can be transferred, in the order in which they are called until one accepts.
   * `transfer_to` is called before them, at any time.
   */
  transfer_targets: z.array(TransferTarget).max(MAX_TRANSFER_TARGETS),
  /** Behavior of outbound telephone calls that a mailbox or a screening service answers. */
  answering_machine: AnsweringMachine,
  /** Longest duration of a conversation in seconds. It then ends with the reason `max_duration`. */
  max_duration_s: z.int().min(1).max(DAY_S),
  /**
   * Seconds without a word of the caller after which a conversation ends with the reason `inactivity`. Text
   * conversations by SMS end after 24 hours instead.
   */
  inactivity_timeout_s: z.int().min(1).max(HOUR_S),
  /** Limits of the cost of a call and a day. A call that reaches a limit ends with the reason `cost_limit`. */
  cost_limits: AgentCostLimits,
};
/** The behavior of an agent, which a deploy freezes in a version. */
export const AgentConfig = z.strictObject(config);
export type AgentConfig = z.output<typeof AgentConfig>;

const recording = {
  /** Whether calls are recorded. A recording also needs the transcript. */
  enabled: z.boolean(),
  /**
   * Whether the announcement is played first. It is played regardless of this setting where the law
   * requires it, or where the region is unknown.
   */
  announce: z.boolean(),
  /** Text of the announcement. */
  announcement: nonBlankText(MAX_SPOKEN),
  /**
   * Time that the caller has to decline after the announcement, in milliseconds. Nothing is recorded until
   * it has passed.
   */
  answer_window_ms: z.int().min(ANSWER_WINDOW_MS.min).max(ANSWER_WINDOW_MS.max),
  /**
   * Whether a call continues unrecorded if the caller declines. If false, it ends with the reason
   * `declined`, or is transferred to a person.
   */
  allow_caller_opt_out: z.boolean(),
  /** Days after the end of a call until its recording is deleted. 0: as soon as the call is settled. */
  retention_days: z.int().min(0).max(MAX_RETENTION_DAYS.recording),
  /**
   * Whether sensitive values are masked in the text of transcripts. If false, only the values of
   * `variables` are masked.
   */
  redact_sensitive_fields: z.boolean(),
  /**
   * Whether the person who takes over a transferred call hears the announcement first. If false, the
   * recording ends at the transfer.
   */
  announce_on_transfer: z.boolean(),
};
export const Recording = z.strictObject(recording);
const transcript = {
  /**
   * Whether transcripts are kept. If neither transcripts nor recordings are, a call keeps only its outcome.
   */
  enabled: z.boolean(),
  /**
   * Days after the end of a call until its transcript, summary and comments are deleted. 0: minutes after
   * the call is settled.
   */
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
  /**
   * Settings of recordings. They take effect at once, also on a live agent. Omitted fields keep their
   * value; in a new agent they have the workspace's defaults.
   */
  recording: Recording.partial().optional(),
  /**
   * Settings of transcripts. They take effect at once, also on a live agent. Omitted fields keep their
   * value; in a new agent they have the workspace's defaults.
   */
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
  interruption_sensitivity: config.interruption_sensitivity.optional(),
  patience: config.patience.optional(),
  interruptible: config.interruptible.optional(),
  /** The sentence that tells people that they are speaking with an automated assistant. */
  disclosure: Disclosure.partial().optional(),
  /** Values that a conversation collects. */
  variables: z.array(VariableInput).max(MAX_VARIABLES).optional(),
  /**
   * Possible results of a conversation; each ends with exactly one. If empty, they are `completed` and
   * `not_completed`.
   */
  outcomes: z.array(OutcomeInput).max(MAX_OUTCOMES).optional(),
  transfer_to: config.transfer_to.optional(),
  /**
   * Further people to whom telephone calls can be transferred, in the order in which they are called until one accepts.
   * `transfer_to` is called before them, at any time.
   */
  transfer_targets: z.array(TransferTargetInput).max(MAX_TRANSFER_TARGETS).optional(),
  /** Behavior of outbound telephone calls that a mailbox or a screening service answers. */
  answering_machine: AnsweringMachine.partial().optional(),
  max_duration_s: config.max_duration_s.optional(),
  inactivity_timeout_s: config.inactivity_timeout_s.optional(),
  /** Limits of the cost of a call and a day. Omitted fields keep their value; in a new agent there is no limit. */
  cost_limits: AgentCostLimits.partial().optional(),
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

/** `recording`, `transcript`, `disclosure` and `answering_machine` are merged; lists are replaced. */
export const UpdateAgent = z.strictObject({
  name: config.name.optional(),
  type: config.type.optional(),
  voice_id: config.voice_id.optional(),
  prompt: config.prompt.optional(),
  ...optional,
});
export type UpdateAgent = z.output<typeof UpdateAgent>;

/** A line of text, as lists show it. */
const DeployNote = nonBlankText(MAX_DEPLOY_NOTE).regex(/^\P{Cc}*$/u, LEAVE_OUT_CONTROL_CHARACTERS);
export const DeployAgent = z.strictObject({
  /** The version to make live. Without it, the draft becomes the next version. */
  version: z.int().min(1).max(1_000_000).optional(),
  /** One line about the changes, or the reason of a rollback. It is shown with the version. */
  note: DeployNote.optional(),
  /**
   * Why the agent goes live although a required test suite has not passed. Only an owner may set it, and the audit log keeps it.
   */
  override_suites_reason: DeployNote.optional(),
});
export type DeployAgent = z.output<typeof DeployAgent>;

const AgentId = id("agt");

/** An agent as the API shows it: draft, policy and status. */
export const Agent = z.strictObject({
  id: AgentId,
  ...config,
  /** Settings of recordings. Changes take effect at once, also on a live agent. */
  recording: Recording,
  /** Settings of transcripts. Changes take effect at once, also on a live agent. */
  transcript: Transcript,
  /**
   * `draft` before the first deploy, then `live`. An `archived` agent runs no conversations and is only
   * listed with that filter.
   */
  status: AgentStatus,
  /** Number of the version that new calls run; null before the first deploy. */
  live_version: z.int().nullable(),
  /** Whether the draft differs from the live version. */
  has_unpublished_changes: z.boolean(),
  revision: Revision,
  created_at: Time,
  updated_at: Time,
  /** Time of the latest deploy; null before the first. */
  deployed_at: Time.nullable(),
});
export type Agent = z.output<typeof Agent>;
export const AgentPage = pageOf(Agent);

export const ListAgents = z.strictObject({
  ...pageQuery,
  /** Selects agents by status. Without it, archived agents are left out. */
  status: AgentStatus.optional(),
});
export type ListAgents = z.output<typeof ListAgents>;

const version = {
  agent_id: AgentId,
  /** Number of the version, from 1. */
  version: z.int().positive(),
  /** Whether new calls run this version. */
  live: z.boolean(),
  /** The note of the deploy that created the version; null for none. */
  note: z.string().nullable(),
  /** Time of the deploy that created the version. */
  created_at: Time,
  /** The member or API key that deployed it first. */
  created_by: z.string(),
  /** The latest deploy that made this version live again; null for none. */
  last_rollback: z
    .strictObject({
      /** The note of that deploy; null for none. */
      note: z.string().nullable(),
      /** Time of that deploy. */
      created_at: Time,
      /** The member or API key that made it. */
      created_by: z.string(),
    })
    .nullable(),
};
/** A version in a list. Only a single version includes its `config`. */
export const AgentVersionItem = z.strictObject(version);
export type AgentVersionItem = z.output<typeof AgentVersionItem>;
export const AgentVersionPage = pageOf(AgentVersionItem);
export const AgentVersion = z.strictObject({
  ...version,
  /** The behavior of the agent in this version. It never changes. */
  config: AgentConfig,
});
export type AgentVersion = z.output<typeof AgentVersion>;

/**
 * `test_model`: the scripted model answers. `no_phone_number`: no number leads to the agent.
 * `active_campaign`: a campaign runs it.
 */
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
      reason: z.string().optional(),
      message: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
  /** The required suites that keep the configuration from going live. An owner can override them. */
  open_suites: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      /** The latest run with this configuration; null without one. */
      run_id: z.string().nullable(),
      state: z.string().nullable(),
      /** Positions of the cases that failed in it, from 1. */
      failed: z.array(z.int()),
    }),
  ),
  /** Whether this member may deploy although they are open. */
  may_override_suites: z.boolean(),
  warnings: z.array(DeployWarning),
  /** Whether a traffic split is running, so that the agent cannot be deployed before it ends. */
  traffic_split_running: z.boolean(),
  /** Numbers that lead to the agent, the first ones. */
  phone_numbers: z.array(z.string()),
});
export type DeployPreview = z.output<typeof DeployPreview>;

export const AgentParams = z.strictObject({ id: AgentId });
export const AgentVersionParams = z.strictObject({
  id: AgentId,
  /** Number of the version. */
  version: z.string().regex(/^[1-9][0-9]{0,5}$/),
});
export const ListVersions = z.strictObject(pageQuery);
