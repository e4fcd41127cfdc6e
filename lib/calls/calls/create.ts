import type { Compilable } from "kysely";
import { type AgentForCall, agentForCall } from "@/lib/agents/agents";
import { requireTerms } from "@/lib/agents/integrations";
import { initialState, valuesFrom } from "@/lib/calls/conversation";
import { scrubCardsInJson, type Values } from "@/lib/masking";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { indexer, newSubject, type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { db, json, record } from "@/lib/platform/db";
import { AppError, type ErrorDetail, pointerOf, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openAgent } from "./answer";
import { CONNECT_MS, connectTo, EXPIRY_MARGIN_MS, type View } from "./connect";
import type { CallContact } from "./contact";
import { readCall } from "./read";
import { placeOf, sealJson, statePlace } from "./row";
import type { Call, CreateCall } from "./schema";
import { LEASE_MS, watch } from "./session";
import { isSpoken } from "./used";

/** Which channels an agent of a type speaks on. */
const CHANNELS: Record<AgentForCall["config"]["type"], readonly CreateCall["channel"][]> = {
  voice: ["phone", "web", "chat"],
  messaging: ["sms", "chat"],
};

function checkDraft(ctx: Ctx, { draft }: CreateCall): void {
  if (draft && ctx.actor.type === "key" && ctx.environment === "live") {
    throw new AppError(
      "forbidden",
      "Rehearse a draft with a key of the test environment, or in the dashboard.",
    );
  }
}

/** The 400 for a contact that is not there. */
export const unknownContact = (): AppError =>
  validationError([
    detail("/contact_id", "unknown_contact", "There is no such contact. Give the number in `to`."),
  ]);

const detail = (pointer: string, code: string, message: string): ErrorDetail => ({
  in: "body",
  pointer,
  code,
  message,
});

/** The values given beforehand, by the agent's variables. Throws a 400 that names each that is none. */
function knownValues({ config }: AgentForCall, input: CreateCall, now: string): Values {
  const values = valuesFrom(config.variables, input.variables, new Date(now));
  const declared = new Set(config.variables.map((v) => v.name));
  const problems = Object.keys(input.variables).flatMap((name) => {
    const pointer = pointerOf(["variables", name]);
    if (!declared.has(name)) return [detail(pointer, "unknown_variable", "The agent has no such variable.")];
    if (Object.hasOwn(values, name)) return [];
    return [detail(pointer, "invalid_value", "This is no value of the variable's type.")];
  });
  if (problems.length > 0) throw validationError(problems);
  return values;
}

function checkChannel({ config }: AgentForCall, { channel }: CreateCall): void {
  if (CHANNELS[config.type].includes(channel)) return;
  throw validationError([
    detail(
      "/channel",
      "wrong_channel",
      `An agent of type ${config.type} speaks on ${CHANNELS[config.type].join(", ")}.`,
    ),
  ]);
}

/** What a call asked for runs, and the values that are known beforehand. */
export type CheckedCall = { agent: AgentForCall; known: Values };

/**
 * What a call is asked to run, checked. Throws 400 for what does not fit the agent, 403 where it may not rehearse, 404
 * without the agent, and 409 `invalid_state` where that is not live, or the workspace's terms stand against it (`requireTerms`).
 */
export async function checkCall(ctx: Ctx, input: CreateCall): Promise<CheckedCall> {
  checkDraft(ctx, input);
  const agent = await agentForCall(ctx, input.agent_id, { draft: input.draft });
  checkChannel(agent, input);
  await requireTerms(ctx, agent.config, {
    environment: input.draft ? "test" : ctx.environment,
    spoken: isSpoken(input),
  });
  return { agent, known: knownValues(agent, input, ctx.now()) };
}

type Made = CheckedCall & { id: string; contact: CallContact | null; now: string; spoken: boolean };

/**
 * Whose key seals a call: the contact's, else its own. An agent that keeps no transcript has a key of each call alone,
 * which goes when that is settled.
 */
async function subjectOf(
  ctx: Ctx,
  { id, agent, contact, now }: Made,
): Promise<{ subjectId: string; sealer: Sealer; insert: Compilable<unknown>[] }> {
  if (contact !== null && agent.policy.transcript.enabled)
    return { subjectId: contact.id, sealer: await subjectSealer(ctx.workspaceId, contact.id), insert: [] };
  const { sealer, insert } = await newSubject(ctx.workspaceId, id, now);
  return { subjectId: id, sealer, insert: [insert] };
}

/** Stores a new call with the session in which it is held; one that is spoken waits for whoever connects to it. */
async function store(ctx: Ctx, input: CreateCall, made: Made): Promise<void> {
  const { id, agent, known, contact, now, spoken } = made;
  const { subjectId, sealer, insert } = await subjectOf(ctx, made);
  const { hash } = await indexer(ctx.workspaceId);
  const { config, version, policy } = agent;
  const due = plusMs(now, spoken ? CONNECT_MS + EXPIRY_MARGIN_MS : LEASE_MS);
  const to = contact?.phone ?? input.to;
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: input.agent_id,
    agent_version: version,
    draft_config: version === null ? json(config) : null,
    contact_id: contact?.id ?? null,
    channel: input.channel,
    direction: "inbound",
    status: spoken ? "queued" : "in_progress",
    purpose: input.purpose,
    subject_id: subjectId,
    to_number: to === undefined ? null : sealer.seal(placeOf(id, "to_number"), to),
    contact_hash: to === undefined ? null : hash("number", to),
    metadata: sealJson(sealer, id, "metadata", scrubCardsInJson(input.metadata)),
    initial_variables: sealJson(sealer, id, "initial_variables", known),
    suppress_recording: input.suppress_recording,
    recording: json(policy.recording.enabled ? {} : { state: "disabled" }),
    created_at: now,
    started_at: spoken ? null : now,
    answered_at: spoken ? null : now,
  };
  const session = {
    workspace_id: ctx.workspaceId,
    call_id: id,
    state: sealer.seal(statePlace(id), JSON.stringify(initialState(known))),
    due_at: due,
  };
  await record(ctx, {
    run: [
      ...insert,
      db.insertInto("calls").values(row),
      ...(spoken ? [] : [db.insertInto("call_sessions").values(session)]),
      watch(ctx.workspaceId, id, due),
    ],
  });
}

/**
 * What whoever connects to a web call sees. A key's server connects the person who speaks; a member who connects sees
 * clear text only in a test conversation without data of a contact (product.md, "Masking").
 */
function viewOf(ctx: Ctx, { draft, contact_id: contactId, to, variables }: CreateCall): View {
  if (ctx.actor.type === "key") return "participant";
  const isTest = draft || ctx.environment === "test";
  const knowsNothing = contactId === undefined && to === undefined && Object.keys(variables).length === 0;
  return isTest && knowsNothing ? "participant" : "masked";
}

/** What a call is made with beside what was asked: an id, where it must not be made twice, and whom it is with. */
type Given = { id?: string; contact?: CallContact; checked?: CheckedCall };

/**
 * Starts a conversation. In a `chat` the agent speaks at once, and the answer holds its greeting; a `web` call waits for
 * the browser that connects to it, and the answer says how. Throws what `checkCall` throws, and 503 for a channel that
 * it cannot be held on. A second call of the same given `id` fails.
 */
export async function createCall(ctx: Ctx, input: CreateCall, given: Given = {}): Promise<Call> {
  const checked = given.checked ?? (await checkCall(ctx, input));
  const spoken = input.channel === "web";
  if (input.channel !== "chat" && !spoken)
    throw new AppError("unavailable", "This channel is not connected yet. Use the channel chat.");
  if (input.contact_id !== undefined && given.contact === undefined) throw unknownContact();
  const now = ctx.now();
  const id = given.id ?? newId("call", Date.parse(now));
  await store(ctx, input, { ...checked, id, contact: given.contact ?? null, now, spoken });
  if (spoken) return { ...(await readCall(ctx, id)), connect: connectTo(ctx, id, now, viewOf(ctx, input)) };
  await openAgent(ctx, id);
  return readCall(ctx, id);
}
