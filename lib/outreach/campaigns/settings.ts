import { readAgent } from "@/lib/agents/agents";
import type { Agent } from "@/lib/agents/agents/schema";
import { opens } from "@/lib/contacts/policy/schema";
import type { Ctx } from "@/lib/platform/context";
import { AppError, type ErrorDetail, validationError } from "@/lib/platform/errors";
import type { CampaignRow } from "./row";
import type { AttemptRule, Campaign, CreateCampaign, UpdateCampaign } from "./schema";

/** What a campaign is set to. */
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
>;

/** Source of the defaults: the contract, campaigns. */
const WINDOW: Campaign["window"] = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  start: "09:00",
  end: "18:00",
  timezone: "callee",
};
const ATTEMPTS: AttemptRule = { max: 3, retry_after_minutes: 60, on: ["no_answer", "busy"] };
const CONCURRENT = 5;
const PER_SECOND = 1;

const CHANNEL: Record<Agent["type"], Campaign["channel"]> = { voice: "phone", messaging: "sms" };

/** `given` over `base`; what is not given stays. */
function over<T extends object>(base: T, given: { [K in keyof T]?: T[K] | undefined } | undefined): T {
  const set = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(set) };
}

const detail = (pointer: string, code: string, message: string): ErrorDetail => ({
  in: "body",
  pointer,
  code,
  message,
});

function problems(settings: Settings, agent: Agent): ErrorDetail[] {
  const { window, starts_at: starts, ends_at: ends, channel } = settings;
  const found: ErrorDetail[] = [];
  if (!opens(window))
    found.push(detail("/window/end", "invalid_value", "Let the window end after it starts."));
  if (starts !== null && ends !== null && ends <= starts)
    found.push(detail("/ends_at", "invalid_value", "Let the campaign end after it starts."));
  if (channel !== CHANNEL[agent.type])
    found.push(
      detail(
        "/channel",
        "wrong_channel",
        `An agent of type ${agent.type} reaches out on ${CHANNEL[agent.type]}.`,
      ),
    );
  return found;
}

/** The agent that is to reach out. Throws `not_found`, and `invalid_state` for an archived one. */
async function agentOf(ctx: Ctx, id: string): Promise<Agent> {
  const agent = await readAgent(ctx, id);
  if (agent.status === "archived")
    throw new AppError("invalid_state", "The agent is archived. Choose another.");
  return agent;
}

/** The settings of a new campaign. Throws what `agentOf` throws, and a 400 for what does not hold together. */
export async function newSettings(ctx: Ctx, input: CreateCampaign): Promise<Settings> {
  const agent = await agentOf(ctx, input.agent_id);
  const settings: Settings = {
    name: input.name,
    agent_id: input.agent_id,
    channel: input.channel ?? CHANNEL[agent.type],
    purpose: input.purpose ?? "informational",
    starts_at: input.starts_at ?? null,
    ends_at: input.ends_at ?? null,
    window: over(WINDOW, input.window),
    max_concurrent_calls: input.max_concurrent_calls ?? CONCURRENT,
    calls_per_second: input.calls_per_second ?? PER_SECOND,
    attempts: over(ATTEMPTS, input.attempts),
  };
  const wrong = problems(settings, agent);
  if (wrong.length > 0) throw validationError(wrong);
  return settings;
}

const isChosen = (before: Settings, { agent_id: id }: UpdateCampaign): boolean =>
  id !== undefined && id !== before.agent_id;

/**
 * The agent that a campaign has after a change. One that is chosen must not be archived; one that it has may have been
 * archived since, and what does not touch it is not refused for that.
 */
export const agentAfter = (ctx: Ctx, before: Settings, input: UpdateCampaign): Promise<Agent> =>
  (isChosen(before, input) ? agentOf : readAgent)(ctx, input.agent_id ?? before.agent_id);

/** Settings with a request's in them: `window` and `attempts` merge. Another agent brings its channel along. Throws a 400. */
export function patchedSettings(before: Settings, input: UpdateCampaign, agent: Agent): Settings {
  const { window, attempts, ...given } = input;
  const settings: Settings = {
    ...over(before, given),
    channel: input.channel ?? (isChosen(before, input) ? CHANNEL[agent.type] : before.channel),
    window: over(before.window, window),
    attempts: over(before.attempts, attempts),
  };
  const wrong = problems(settings, agent);
  if (wrong.length > 0) throw validationError(wrong);
  return settings;
}
