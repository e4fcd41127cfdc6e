import { route } from "@/lib/http";
import { verifyAudit } from "@/lib/platform/audit";
import { AuditVerdict } from "@/lib/platform/audit/schema";

export const GET = route(
  {
    summary: "Verify the audit log",
    description:
      "Recomputes the hash chain, compares it with the signed heads that are stored outside the database, and returns the entries that were edited, removed or reordered, with the restores from a backup.",
    tags: ["Audit"],
    capability: "audit.read",
    priority: "bulk",
    response: AuditVerdict,
  },
  (ctx) => verifyAudit(ctx),
);
