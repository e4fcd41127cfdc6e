import type { AuditView } from "@/lib/audit";
import { db, type Tx } from "@/lib/db";
import { type ErrorDetail, notFound, validationError } from "@/lib/errors";
import type { PhoneNumber } from "./schema";

/** Numbers are of the live environment: what is a test reaches nobody (product.md, "Environments"). */
export const ENVIRONMENT = "live";

const COLUMNS = ["id", "number", "agent_id", "integration_id", "created_at"] as const;

export const selectNumbers = (workspaceId: string) =>
  db.selectFrom("phone_numbers").select(COLUMNS).where("workspace_id", "=", workspaceId);

/** The number that a statement has found. Throws `not_found`. */
export function foundNumber(row: PhoneNumber | undefined): PhoneNumber {
  if (row === undefined) throw notFound();
  return row;
}

/** What the audit log keeps: the number is the workspace's own, and no person's. */
export const auditView = ({ number, agent_id, integration_id }: PhoneNumber): AuditView => ({
  number,
  agent_id,
  integration_id,
});

const unknown = (pointer: string, code: string, message: string): ErrorDetail => ({
  in: "body",
  pointer,
  code,
  message,
});

/** Throws a 400 for an agent or a carrier that is not there. Both are kept until the transaction ends. */
export async function checkNames(
  tx: Tx,
  workspaceId: string,
  { agent_id: agentId, integration_id: integrationId }: Partial<PhoneNumber>,
): Promise<void> {
  const problems: ErrorDetail[] = [];
  if (agentId) {
    const agent = db.selectFrom("agents").select("id").where("workspace_id", "=", workspaceId);
    const found = await tx.one(agent.where("id", "=", agentId).where("status", "<>", "archived").forShare());
    if (found === undefined) problems.push(unknown("/agent_id", "unknown_agent", "There is no such agent."));
  }
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
        unknown(
          "/integration_id",
          "unknown_integration",
          "There is no such carrier. Connect an integration of kind twilio in the live environment.",
        ),
      );
  }
  if (problems.length > 0) throw validationError(problems);
}
