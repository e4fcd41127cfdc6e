import { sql } from "kysely";
import { instructionOf, selectIntegrations, toIntegration } from "@/lib/agents/integrations";
import type { Integration } from "@/lib/agents/integrations/schema";
import { descriptorOf, kindsOf } from "@/lib/agents/providers/schema";
import { LOCAL_PROVIDER, listLocalTranscribers } from "@/lib/agents/speech-models";
import { summarizeCalls } from "@/lib/data/analytics";
import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listRetentionViolations } from "./breaches";
import { listInstallationParts } from "./installation";
import type { Purpose, Subprocessor, Subprocessors } from "./schema";

/** Maximum integrations listed, far more than a workspace has. */
const MAX_INTEGRATIONS = 500;

const RECEIVES: Partial<Record<Purpose, string>> = {
  model:
    "The agent's prompt, what was said in the conversation, values that it asked for, and what tools answered.",
  voice: "The words that the agent says.",
  transcriber: "The caller's voice, while they speak.",
  carrier: "The number of the other side, the sound of a call, and the words of texts.",
};

const BUILTIN = "builtin";
/**
 * The part of a call that the carrier provides. Calls do not record which of the workspace's accounts it was.
 */
const CARRIER = "telephone";

/**
 * Kinds of integrations that receive conversation data; other credentials are for the workspace's own tools.
 */
const KINDS = kindsOf("model", "speech", "carrier");

/** Purposes by service. A speech provider serves the ones that it was connected for. */
function purposesOf({ kind, speech }: Integration): Purpose[] {
  const { service } = descriptorOf(kind);
  if (service === "model" || service === "carrier") return [service];
  return [
    ...(speech !== null && speech.voices.length > 0 ? (["voice"] as const) : []),
    ...(speech !== null && speech.models.length > 0 ? (["transcriber"] as const) : []),
  ];
}

/**
 * Live agents per provider of their model, voice, transcriber or judge. Only agents with a voice use a transcriber.
 */
const countLiveAgents = (workspaceId: string) =>
  db
    .selectFrom(
      sql<{ provider: string; agents: number }>`(
        select split_part(u.id, ':', 1) as provider, count(distinct a.id)::int as agents
        from agents a
        join agent_versions v on v.workspace_id = a.workspace_id and v.agent_id = a.id and v.version in (a.live_version, a.candidate_version)
        cross join lateral (values (v.config->>'model'), (v.config->>'fallback_model'), (v.config->>'voice_id'),
          (case when v.config->>'voice_id' is not null then v.config->>'transcriber' end),
          ((select s.model from scorecards s where s.workspace_id = a.workspace_id and s.agent_id = a.id
            and jsonb_array_length(s.criteria->'current') > 0))) as u(id)
        where a.workspace_id = ${workspaceId} and a.status = 'live' and u.id is not null
        group by 1)`.as<"used">(sql`used`),
    )
    .select(["used.provider", "used.agents"]);

/** Calls per provider: its most used part counts, as one call can use a provider for two parts. */
async function countCalls(ctx: Ctx): Promise<Map<string, number>> {
  const { usage } = await summarizeCalls(ctx, {});
  const calls = new Map<string, number>();
  for (const { part, provider, calls: count } of usage.providers)
    if (part !== CARRIER) calls.set(provider, Math.max(count, calls.get(provider) ?? 0));
  return calls;
}

type Counted = { agents: number; calls: number | null };

function toSubprocessor(
  integration: Integration,
  { agents, calls }: Counted,
  demands: boolean,
): Subprocessor {
  const purposes = purposesOf(integration);
  const { service, subprocessor = integration.kind } = descriptorOf(integration.kind);
  const isCarrier = service === "carrier";
  const keepsNothing = isCarrier ? null : (integration.model ?? integration.speech)?.zero_retention === true;
  return {
    id: integration.id,
    name: integration.name,
    kind: integration.kind,
    provider: subprocessor,
    software: null,
    purposes,
    location: "external",
    host: integration.hosts[0] ?? null,
    environment: integration.environment,
    chosen_by: "workspace",
    receives: purposes.flatMap((purpose) => RECEIVES[purpose] ?? []),
    instruction: instructionOf(integration),
    zero_retention: keepsNothing,
    zero_retention_basis: (integration.model ?? integration.speech)?.zero_retention_basis ?? null,
    retention_agreement: (integration.model ?? integration.speech)?.retention_agreement ?? null,
    allowed: keepsNothing !== false || !demands,
    live_agents: integration.environment === "live" ? agents : 0,
    used_in_calls: isCarrier ? null : calls,
  };
}

/**
 * Lists the recipients of the workspace's conversation data: the providers that it has connected, then the
 * installation's components. Its own tools and webhooks are its own systems, and are listed on their pages.
 */
export async function listSubprocessors(ctx: Ctx): Promise<Subprocessors> {
  const [{ settings }, rows, used, breaches, calls, localTranscribers] = await Promise.all([
    readWorkspace(ctx),
    ctx.db.all(
      selectIntegrations(ctx.workspaceId)
        .where("kind", "in", KINDS)
        .orderBy("environment")
        .orderBy("name")
        .limit(MAX_INTEGRATIONS),
    ),
    ctx.db.all(countLiveAgents(ctx.workspaceId)),
    listRetentionViolations(ctx),
    countCalls(ctx),
    listLocalTranscribers(),
  ]);
  const agents = new Map(used.map((row) => [row.provider, row.agents]));
  const countedInstallation = (name: string) => ({
    live_agents: agents.get(name) ?? 0,
    used_in_calls: calls.get(name) ?? 0,
  });
  const demands = settings.require_zero_retention;
  const countedOf = ({ name, environment }: Integration): Counted => ({
    agents: agents.get(name) ?? 0,
    calls: environment === ctx.environment ? (calls.get(name) ?? 0) : null,
  });
  return {
    require_zero_retention: demands,
    breaches,
    data: [
      ...rows
        .map(toIntegration)
        .map((integration) => toSubprocessor(integration, countedOf(integration), demands)),
      ...listInstallationParts(
        countedInstallation(BUILTIN),
        localTranscribers.length === 0 ? null : countedInstallation(LOCAL_PROVIDER),
      ),
    ],
  };
}
