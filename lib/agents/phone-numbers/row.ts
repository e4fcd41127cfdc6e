import { breachesOf } from "@/lib/agents/integrations";
import type { AuditView } from "@/lib/platform/audit";
import { db, type Tx } from "@/lib/platform/db";
import { type ErrorDetail, notFound, validationError } from "@/lib/platform/errors";
import type { Hours, PhoneNumber } from "./schema";

/** Numbers are of the live environment: what is a test reaches nobody (product.md, "Environments"). */
export const ENVIRONMENT = "live";

export const COLUMNS = [
  "id",
  "number",
  "agent_id",
  "integration_id",
  "hours",
  "fallback_number",
  "created_at",
] as const;

/** A number's row; its hours are checked as they are written. */
type Row = Omit<PhoneNumber, "hours"> & { hours: unknown };

export const selectNumbers = (workspaceId: string) =>
  db.selectFrom("phone_numbers").select(COLUMNS).where("workspace_id", "=", workspaceId);

export const toNumber = (row: Row): PhoneNumber => ({ ...row, hours: row.hours as Hours | null });

/** The number that a statement has found. Throws `not_found`. */
export function foundNumber(row: Row | undefined): PhoneNumber {
  if (row === undefined) throw notFound();
  return toNumber(row);
}

/** What the audit log keeps: the number is the workspace's own; where calls go on may be somebody's. */
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

const wrong = (pointer: string, code: string, message: string): ErrorDetail => ({
  in: "body",
  pointer,
  code,
  message,
});

/** What a number is given, and the number itself, as calls must not go round in a circle. */
type Given = Partial<PhoneNumber> & Pick<PhoneNumber, "number">;

/** What keeps an agent from answering: it is not there, or what it runs breaks the workspace's terms. */
async function agentProblems(tx: Tx, workspaceId: string, agentId: string): Promise<ErrorDetail[]> {
  const agent = await tx.one(
    db
      .selectFrom("agents")
      .select(["status", "live_version"])
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", agentId)
      .where("status", "<>", "archived")
      .forShare(),
  );
  if (agent === undefined) return [wrong("/agent_id", "unknown_agent", "There is no such agent.")];
  // One that is not live yet is held to them as it is deployed.
  if (agent.status !== "live" || agent.live_version === null) return [];
  const version = await tx.one(
    db
      .selectFrom("agent_versions")
      .select("config")
      .where("workspace_id", "=", workspaceId)
      .where("agent_id", "=", agentId)
      .where("version", "=", agent.live_version),
  );
  if (version === undefined) return [];
  const uses = version.config as Parameters<typeof breachesOf>[1];
  const breaches = await breachesOf({ workspaceId, db: tx }, uses, {
    environment: ENVIRONMENT,
    spoken: true,
  });
  return breaches.map(({ code, message }) => wrong("/agent_id", code, message));
}

/**
 * Throws a 400 for an agent or a carrier that is not there, for an agent that breaks the workspace's terms, and for calls
 * that would go on to the number itself. Agent and carrier are kept until the transaction ends.
 */
export async function checkGiven(
  tx: Tx,
  workspaceId: string,
  { agent_id: agentId, integration_id: integrationId, fallback_number: fallback, number }: Given,
): Promise<void> {
  const problems: ErrorDetail[] = [];
  if (fallback === number)
    problems.push(wrong("/fallback_number", "same_number", "Calls cannot go on to the number itself."));
  if (agentId) problems.push(...(await agentProblems(tx, workspaceId, agentId)));
  if (integrationId !== undefined) {
    const carrier = db.selectFrom("integrations").select("id").where("workspace_id", "=", workspaceId);
    const found = await tx.one(
      carrier
        .where("id", "=", integrationId)
        .where("kind", "=", "twilio")
        .where("environment", "=", ENVIRONMENT)
        .forShare(),
    );
    if (found === undefined)
      problems.push(
        wrong(
          "/integration_id",
          "unknown_integration",
          "There is no such carrier. Connect an integration of kind twilio in the live environment.",
        ),
      );
  }
  if (problems.length > 0) throw validationError(problems);
}
