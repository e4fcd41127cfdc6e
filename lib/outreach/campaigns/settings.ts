import { readAgent } from "@/lib/agents/agents";
import type { Agent } from "@/lib/agents/agents/schema";
import { hasOpenMinutes } from "@/lib/contacts/policy/schema";
import { findTrunkProblems } from "@/lib/outreach/outbound-routes";
import type { Ctx } from "@/lib/platform/context";
import type { QueryRunner } from "@/lib/platform/db";
import { AppError, bodyProblem, type ErrorDetail, validationError } from "@/lib/platform/errors";
import type { CampaignRow } from "./campaign-row";
import type { AttemptRule, Campaign, CreateCampaign, UpdateCampaign } from "./schema";

/** The settings of a campaign. */
export type Settings = Pick<
  CampaignRow,
  | "name"
  | "agent_id"
  | "channel"
  | "purpose"
  | "starts_at"
  | "ends_at"
  | "window"
  | "max_concurrent_calls"
  | "calls_per_second"
  | "attempts"
  | "trunk_ids"
>;

/** Source of the defaults: the contract, campaigns. */
const DEFAULT_WINDOW: Campaign["window"] = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  start: "09:00",
  end: "18:00",
  timezone: "callee",
};
const DEFAULT_ATTEMPTS: AttemptRule = { max: 3, retry_after_minutes: 60, on: ["no_answer", "busy"] };
const DEFAULT_CONCURRENT_CALLS = 5;
const DEFAULT_CALLS_PER_SECOND = 1;

const CHANNEL: Record<Agent["type"], Campaign["channel"]> = { voice: "phone", messaging: "sms" };

/** Overrides `base` with the defined values of `given`. */
function withDefaults<T extends object>(
  base: T,
  changes: { [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  const set = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(set) };
}

function findProblems(settings: Settings, agent: Agent): ErrorDetail[] {
  const { window, starts_at: starts, ends_at: ends, channel } = settings;
  const details: ErrorDetail[] = [];
  if (!hasOpenMinutes(window)) details.push(bodyProblem("/window/end", "window_ends_early"));
  if (starts !== null && ends !== null && ends <= starts)
    details.push(bodyProblem("/ends_at", "campaign_ends_early"));
  if (channel !== CHANNEL[agent.type])
    details.push(
      bodyProblem("/channel", "campaign_not_on_channel", { type: agent.type, channel: CHANNEL[agent.type] }),
    );
  return details;
}

/** Throws a 400 if a trunk of a request is no live SIP trunk of the workspace, or is named twice. */
export async function requireTrunks(
  ctx: Pick<Ctx, "workspaceId"> & { readonly db: QueryRunner },
  trunkIds: readonly string[] | null | undefined,
): Promise<void> {
  const problems = await findTrunkProblems(ctx, [{ pointer: "/trunk_ids", trunkIds: trunkIds ?? [] }]);
  if (problems.length > 0) throw validationError(problems);
}

/** Reads the campaign's agent. Throws `not_found`, and `invalid_state` for an archived agent. */
async function requireUsableAgent(ctx: Ctx, id: string): Promise<Agent> {
  const agent = await readAgent(ctx, id);
  if (agent.status === "archived") throw new AppError("campaign_agent_archived");
  return agent;
}

/**
 * Builds the settings of a new campaign. Throws the errors of `requireUsableAgent`, and a 400 for
 * inconsistent settings.
 */
export async function resolveSettings(ctx: Ctx, input: CreateCampaign): Promise<Settings> {
  const agent = await requireUsableAgent(ctx, input.agent_id);
  const settings: Settings = {
    name: input.name,
    agent_id: input.agent_id,
    channel: input.channel ?? CHANNEL[agent.type],
    purpose: input.purpose ?? "informational",
    starts_at: input.starts_at ?? null,
    ends_at: input.ends_at ?? null,
    window: withDefaults(DEFAULT_WINDOW, input.window),
    max_concurrent_calls: input.max_concurrent_calls ?? DEFAULT_CONCURRENT_CALLS,
    calls_per_second: input.calls_per_second ?? DEFAULT_CALLS_PER_SECOND,
    attempts: withDefaults(DEFAULT_ATTEMPTS, input.attempts),
    trunk_ids: input.trunk_ids ?? null,
  };
  await requireTrunks(ctx, input.trunk_ids);
  const wrong = findProblems(settings, agent);
  if (wrong.length > 0) throw validationError(wrong);
  return settings;
}

const isNewAgent = (current: Settings, { agent_id: id }: UpdateCampaign): boolean =>
  id !== undefined && id !== current.agent_id;

/**
 * Reads the agent that a campaign has after an update. A newly chosen agent must not be archived. The current
 * agent may have been archived since; that does not block other changes.
 */
export const agentAfterUpdate = (ctx: Ctx, current: Settings, input: UpdateCampaign): Promise<Agent> =>
  (isNewAgent(current, input) ? requireUsableAgent : readAgent)(ctx, input.agent_id ?? current.agent_id);

/**
 * Merges a request into the settings, with partial values of `window` and `attempts`. A new agent sets the
 * channel. Throws a 400 for inconsistent settings.
 */
export function mergeSettings(current: Settings, input: UpdateCampaign, agent: Agent): Settings {
  const { window, attempts, ...fields } = input;
  const settings: Settings = {
    ...withDefaults(current, fields),
    channel: input.channel ?? (isNewAgent(current, input) ? CHANNEL[agent.type] : current.channel),
    window: withDefaults(current.window, window),
    attempts: withDefaults(current.attempts, attempts),
  };
  const wrong = findProblems(settings, agent);
  if (wrong.length > 0) throw validationError(wrong);
  return settings;
}
