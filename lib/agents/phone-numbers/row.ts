import { findPolicyViolations, UsedProviders } from "@/lib/agents/integrations";
import { kindsOf } from "@/lib/agents/providers/schema";
import { isPremiumRate } from "@/lib/contacts/contacts";
import type { AuditView } from "@/lib/platform/audit";
import { db, type Tx } from "@/lib/platform/db";
import { bodyProblem, type ErrorDetail, notFound, validationError } from "@/lib/platform/errors";
import type { Hours, PhoneNumber } from "./schema";

/** Numbers belong to the live environment, as tests reach no real person (product.md, "Environments"). */
export const ENVIRONMENT = "live";

const COLUMNS = [
  "id",
  "number",
  "agent_id",
  "integration_id",
  "hours",
  "fallback_number",
  "revision",
  "created_at",
] as const;

/** A number's row. Its hours are validated when written. */
type Row = Omit<PhoneNumber, "hours"> & { hours: unknown };

export const selectNumbers = (workspaceId: string) =>
  db.selectFrom("phone_numbers").select(COLUMNS).where("workspace_id", "=", workspaceId);

export const toNumber = (row: Row): PhoneNumber => ({ ...row, hours: row.hours as Hours | null });

/** Returns the row as a number. Throws `not_found` if it is missing. */
export function numberOrNotFound(row: Row | undefined): PhoneNumber {
  if (row === undefined) throw notFound();
  return toNumber(row);
}

/**
 * The number as the audit log stores it. The number is the workspace's own; the fallback number can be
 * personal, so only its presence is stored.
 */
export const auditView = ({
  number,
  agent_id,
  integration_id,
  hours,
  fallback_number: fallback,
}: PhoneNumber): AuditView => ({
  number,
  agent_id,
  integration_id,
  hours,
  has_fallback: fallback !== null,
});

/** The changed fields, with the number itself, as calls must not loop. */
type NumberInput = Partial<PhoneNumber> & Pick<PhoneNumber, "number">;

/**
 * Problems that prevent an agent from answering: it does not exist, or it violates the workspace's provider
 * policies. `pointer`: the field of the request that names the agent.
 */
export async function findAgentProblems(
  tx: Tx,
  workspaceId: string,
  agentId: string,
  pointer = "/agent_id",
): Promise<ErrorDetail[]> {
  const agent = await tx.first(
    db
      .selectFrom("agents")
      .select(["status", "live_version"])
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", agentId)
      .where("status", "<>", "archived")
      .forShare(),
  );
  if (agent === undefined) return [bodyProblem(pointer, "unknown_agent")];
  // A draft is checked when it is deployed.
  if (agent.status !== "live" || agent.live_version === null) return [];
  const version = await tx.first(
    db
      .selectFrom("agent_versions")
      .select("config")
      .where("workspace_id", "=", workspaceId)
      .where("agent_id", "=", agentId)
      .where("version", "=", agent.live_version),
  );
  if (version === undefined) return [];
  const uses = UsedProviders.parse(version.config);
  const breaches = await findPolicyViolations({ workspaceId, db: tx }, uses, {
    environment: ENVIRONMENT,
    usesVoice: true,
  });
  return breaches.map((violation) => violation.problemAt(pointer));
}

/**
 * Throws a 400 for a missing agent or carrier, for an agent that violates the workspace's provider policies,
 * and for calls that would be forwarded to the number itself. Locks the agent and the carrier until the
 * transaction ends.
 */
export async function checkNumberInput(
  tx: Tx,
  workspaceId: string,
  { agent_id: agentId, integration_id: integrationId, fallback_number: fallback, number }: NumberInput,
): Promise<void> {
  const problems: ErrorDetail[] = [];
  if (fallback === number) problems.push(bodyProblem("/fallback_number", "forwards_to_itself"));
  if (fallback && isPremiumRate(fallback))
    problems.push(bodyProblem("/fallback_number", "fallback_number_premium"));
  if (agentId) problems.push(...(await findAgentProblems(tx, workspaceId, agentId)));
  if (integrationId !== undefined) {
    const carrier = db.selectFrom("integrations").select("id").where("workspace_id", "=", workspaceId);
    const carrierRow = await tx.first(
      carrier
        .where("id", "=", integrationId)
        .where("kind", "in", kindsOf("carrier"))
        .where("environment", "=", ENVIRONMENT)
        .forShare(),
    );
    if (carrierRow === undefined) problems.push(bodyProblem("/integration_id", "unknown_carrier"));
  }
  if (problems.length > 0) throw validationError(problems);
}
