import { route } from "@/lib/http";
import { verifyAudit } from "@/lib/platform/audit";
import { AuditVerdict } from "@/lib/platform/audit/schema";

export const GET = route(
  {
    summary: "Verify the audit log",
    description:
      "Computes the hash chain anew, compares it with the heads that were signed and kept outside the database, and names the first entry that was edited, removed or reordered.",
    tags: ["Audit"],
    can: "audit.read",
    response: AuditVerdict,
  },
  (ctx) => verifyAudit(ctx),
);
