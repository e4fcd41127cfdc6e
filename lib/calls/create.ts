import { type AgentForCall, agentForCall } from "@/lib/agents";
import { plusMs } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import { initialState, valuesFrom } from "@/lib/conversation";
import { indexer, newSubject } from "@/lib/crypto";
import { db, json, record } from "@/lib/db";
import { AppError, type ErrorDetail, pointerOf, validationError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { scrubCardsInJson, type Values } from "@/lib/masking";
import { act, activate } from "./converse";
import { acquire } from "./lease";
import { readCall } from "./read";
import { placeOf, sealJson, statePlace } from "./row";
import type { Call, CreateCall } from "./schema";
import { LEASE_MS, watch } from "./session";

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
  if (!CHANNELS[config.type].includes(channel)) {
    throw validationError([
      detail(
        "/channel",
        "wrong_channel",
        `An agent of type ${config.type} speaks on ${CHANNELS[config.type].join(", ")}.`,
      ),
    ]);
  }
  if (channel === "chat") return;
  throw new AppError("unavailable", "No carrier is connected for this channel yet. Use the channel chat.");
}

const NO_CONTACT = () =>
  validationError([
    detail("/contact_id", "unknown_contact", "There is no such contact. Give the number in `to`."),
  ]);

type Made = { id: string; found: AgentForCall; known: Values; now: string };

/** Stores a new call with the key of its own under which all that is said will be sealed. */
async function store(ctx: Ctx, input: CreateCall, { id, found, known, now }: Made): Promise<void> {
  const { sealer, insert } = await newSubject(ctx.workspaceId, id, now);
  const { hash } = await indexer(ctx.workspaceId);
  const { config, version, policy } = found;
  const due = plusMs(now, LEASE_MS);
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: input.agent_id,
    agent_version: version,
    draft_config: version === null ? json(config) : null,
    channel: input.channel,
    direction: "inbound",
    status: "in_progress",
    purpose: input.purpose,
    subject_id: id,
    to_number: input.to === undefined ? null : sealer.seal(placeOf(id, "to_number"), input.to),
    contact_hash: input.to === undefined ? null : hash("number", input.to),
    metadata: sealJson(sealer, id, "metadata", scrubCardsInJson(input.metadata)),
    initial_variables: sealJson(sealer, id, "initial_variables", known),
    suppress_recording: input.suppress_recording,
    recording: json(policy.recording.enabled ? {} : { state: "disabled" }),
    created_at: now,
    started_at: now,
    answered_at: now,
  };
  const session = {
    workspace_id: ctx.workspaceId,
    call_id: id,
    state: sealer.seal(statePlace(id), JSON.stringify(initialState(known))),
    due_at: due,
  };
  await record(ctx, {
    run: [
      insert,
      db.insertInto("calls").values(row),
      db.insertInto("call_sessions").values(session),
      watch(ctx.workspaceId, id, due),
    ],
  });
}

/**
 * Starts a call. On `chat` the agent speaks at once, and the answer holds its greeting. Throws 400 for what does not
 * fit the agent, 409 `invalid_state` where it is not live, 503 for a channel that has no carrier yet. Whoever must not
 * make a call twice gives its `id`: the second try fails.
 */
export async function createCall(ctx: Ctx, input: CreateCall, given: { id?: string } = {}): Promise<Call> {
  checkDraft(ctx, input);
  const found = await agentForCall(ctx, input.agent_id, { draft: input.draft });
  checkChannel(found, input);
  if (input.contact_id !== undefined) throw NO_CONTACT();
  const now = ctx.now();
  const id = given.id ?? newId("call", Date.parse(now));
  await store(ctx, input, { id, found, known: knownValues(found, input, now), now });
  const { lease, ...opened } = await acquire(ctx, id);
  const active = activate(ctx, opened);
  if (lease !== null && active !== null) await act(active, lease, { type: "opened" });
  return readCall(ctx, id);
}
