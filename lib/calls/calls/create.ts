import type { Compilable } from "kysely";
import { type AgentForCall, agentConfigDocument, readAgentForCall } from "@/lib/agents/agents";
import { requireCallCost } from "@/lib/agents/cost-limits";
import { requireProviderPolicies } from "@/lib/agents/integrations";
import { type ConversationState, initialState, parseValues } from "@/lib/calls/conversation";
import { scrubCardsInJson, type Values } from "@/lib/masking";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKey, type Sealer, subjectSealer, workspaceIndexer } from "@/lib/platform/crypto";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { AppError, bodyError, bodyProblem, validationError } from "@/lib/platform/errors";
import { areGatewaysFull, callsWithoutGateway } from "@/lib/platform/gateways";
import { newId } from "@/lib/platform/ids";
import { pointerOf } from "@/lib/platform/json-pointer";
import { runOpeningTurn } from "./answer";
import type { CallContact } from "./call-contact";
import { type CallView, CONNECT_TIMEOUT_MS, createConnectInfo, EXPIRY_MARGIN_MS } from "./connect-ticket";
import { findSplitCaller } from "./find-split-caller";
import { readCall } from "./read";
import { callFieldRef, sealJson, stateFieldRef } from "./row";
import type { Call, CreateCall } from "./schema";
import { LEASE_MS, scheduleTick } from "./session";
import { splitColumns } from "./split-columns";
import { stateDocument } from "./stored-documents";
import { isSpoken } from "./used-providers";

/** Calls end within minutes. */
const FULL_RETRY_S = 30;

/** The channels of each agent type. */
const CHANNELS: Record<AgentForCall["config"]["type"], readonly CreateCall["channel"][]> = {
  voice: ["phone", "web", "chat"],
  messaging: ["sms", "chat"],
};

function checkDraft(ctx: Ctx, { draft }: CreateCall): void {
  if (draft && ctx.actor.type === "key" && ctx.environment === "live") {
    throw new AppError("draft_needs_test_key");
  }
}

/** The 400 for a missing contact. */
export const unknownContactError = (): AppError => bodyError("/contact_id", "unknown_contact");

/** Parses initial values by the agent's variables. Throws a 400 that names each invalid one. */
function parseInitialValues({ config }: AgentForCall, input: CreateCall, now: string): Values {
  const values = parseValues(config.variables, input.variables, new Date(now));
  const declared = new Set(config.variables.map((v) => v.name));
  const problems = Object.keys(input.variables).flatMap((name) => {
    const pointer = pointerOf(["variables", name]);
    if (!declared.has(name)) return [bodyProblem(pointer, "unknown_variable")];
    if (Object.hasOwn(values, name)) return [];
    return [bodyProblem(pointer, "variable_value_invalid")];
  });
  if (problems.length > 0) throw validationError(problems);
  return values;
}

function checkChannel({ config }: AgentForCall, { channel }: CreateCall): void {
  if (CHANNELS[config.type].includes(channel)) return;
  throw bodyError("/channel", "agent_not_on_channel", {
    type: config.type,
    channels: CHANNELS[config.type].join(", "),
  });
}

/** The agent of a requested call, with its initial values. */
export type CheckedCall = { agent: AgentForCall; initialValues: Values };

/**
 * Checks a request for a call that gets this ID. Throws 400 for input that does not fit the agent, 403 if the actor cannot
 * rehearse, 404 for a missing agent, and 409 `invalid_state` if the agent is not live or violates the
 * workspace's provider policies (`requireProviderPolicies`).
 */
export async function checkCall(ctx: Ctx, input: CreateCall, id: string): Promise<CheckedCall> {
  checkDraft(ctx, input);
  const caller = await findSplitCaller(ctx, input, id);
  const agent = await readAgentForCall(ctx, input.agent_id, { draft: input.draft, caller });
  checkChannel(agent, input);
  await requireProviderPolicies(ctx, agent.config, {
    environment: input.draft ? "test" : ctx.environment,
    usesVoice: isSpoken(input),
  });
  return { agent, initialValues: parseInitialValues(agent, input, ctx.now()) };
}

type NewCall = CheckedCall & { id: string; contact: CallContact | null; now: string; isSpokenCall: boolean };

/**
 * The subject whose key seals a call: the contact, else the call itself. An agent without transcripts uses a
 * key per call, which is destroyed at settling.
 */
async function resolveSubject(
  ctx: Ctx,
  { id, agent, contact, now }: NewCall,
): Promise<{ subjectId: string; sealer: Sealer; insert: Compilable<unknown>[] }> {
  if (contact !== null && agent.policy.transcript.enabled)
    return { subjectId: contact.id, sealer: await subjectSealer(ctx.workspaceId, contact.id), insert: [] };
  const { sealer, insert } = await createSubjectKey(ctx.workspaceId, id, now);
  return { subjectId: id, sealer, insert: [insert] };
}

/** The state of a new conversation. A chat of a signed-in member is a test that is typed in the dashboard. */
const openingState = (ctx: Ctx, { channel }: CreateCall, values: Values): ConversationState => ({
  ...initialState(values),
  ...(channel === "chat" && ctx.session !== undefined && { isTypedTest: true as const }),
});

/** Stores a new call with its session. A voice call waits for its connection. */
async function storeCall(ctx: Ctx, input: CreateCall, call: NewCall): Promise<void> {
  const { id, agent, initialValues, contact, now, isSpokenCall } = call;
  const { subjectId, sealer, insert } = await resolveSubject(ctx, call);
  const { hash } = await workspaceIndexer(ctx.workspaceId);
  const { config, version, policy } = agent;
  const due = plusMs(now, isSpokenCall ? CONNECT_TIMEOUT_MS + EXPIRY_MARGIN_MS : LEASE_MS);
  const to = contact?.phone ?? input.to;
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: input.agent_id,
    agent_version: version,
    draft_config: version === null ? json(agentConfigDocument.write(config, config)) : null,
    ...splitColumns(agent),
    contact_id: contact?.id ?? null,
    channel: input.channel,
    direction: "inbound",
    status: isSpokenCall ? "queued" : "in_progress",
    purpose: input.purpose,
    subject_id: subjectId,
    to_number: to === undefined ? null : sealer.seal(callFieldRef(id, "to_number"), to),
    contact_hash: to === undefined ? null : hash("number", to),
    metadata: sealJson(sealer, id, "metadata", scrubCardsInJson(input.metadata)),
    initial_variables: sealJson(sealer, id, "initial_variables", initialValues),
    suppress_recording: input.suppress_recording,
    recording: json(policy.recording.enabled ? {} : { state: "disabled" }),
    created_at: now,
    started_at: isSpokenCall ? null : now,
    answered_at: isSpokenCall ? null : now,
  };
  const session = {
    workspace_id: ctx.workspaceId,
    call_id: id,
    state: sealer.seal(
      stateFieldRef(id),
      JSON.stringify(stateDocument.write(openingState(ctx, input, initialValues))),
    ),
    due_at: due,
  };
  await writeUnaudited(ctx, {
    run: [
      ...insert,
      db.insertInto("calls").values(row),
      ...(isSpokenCall ? [] : [db.insertInto("call_sessions").values(session)]),
      scheduleTick(ctx.workspaceId, id, due),
      requireCallCost(ctx, [id]),
    ],
  });
}

/**
 * The view of a web call's participant. A key's server connects the person who speaks. A member who connects
 * sees clear text only in a test conversation without contact data (product.md, "Masking").
 */
function callViewOf(ctx: Ctx, { draft, contact_id: contactId, to, variables }: CreateCall): CallView {
  if (ctx.actor.type === "key") return "participant";
  const isTest = draft || ctx.environment === "test";
  const knowsNothing = contactId === undefined && to === undefined && Object.keys(variables).length === 0;
  return isTest && knowsNothing ? "participant" : "masked";
}

/** Options of a new call beside the request: an ID that makes it idempotent, and its contact. */
type CreateCallOptions = { id?: string; contact?: CallContact; checked?: CheckedCall };

/**
 * Starts a conversation. In a `chat` the agent speaks immediately, and the response contains its greeting. A
 * `web` call waits for a browser, and the response says how to connect. Throws like `checkCall`, and 503 for
 * an unavailable channel, or if every voice gateway is full, and 429 if a cost limit leaves too little. A second call with the same `id` fails.
 */
export async function createCall(
  ctx: Ctx,
  input: CreateCall,
  options: CreateCallOptions = {},
): Promise<Call> {
  const now = ctx.now();
  const id = options.id ?? newId("call", Date.parse(now));
  const checked = options.checked ?? (await checkCall(ctx, input, id));
  const isSpokenCall = input.channel === "web";
  if (input.channel !== "chat" && !isSpokenCall) throw new AppError("channel_not_connected");
  if (input.contact_id !== undefined && options.contact === undefined) throw unknownContactError();
  if (isSpokenCall && (await areGatewaysFull())) {
    callsWithoutGateway.count({ kind: "browser" });
    throw new AppError("voice_gateways_full", { retryAfterS: FULL_RETRY_S });
  }
  await storeCall(ctx, input, { ...checked, id, contact: options.contact ?? null, now, isSpokenCall });
  if (isSpokenCall)
    return { ...(await readCall(ctx, id)), connect: createConnectInfo(ctx, id, now, callViewOf(ctx, input)) };
  await runOpeningTurn(ctx, id);
  return readCall(ctx, id);
}
