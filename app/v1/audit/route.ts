import { route } from "@/lib/http";
import { listAudit } from "@/lib/platform/audit";
import { AuditPage, AuditQuery } from "@/lib/platform/audit/schema";

export const GET = route(
  {
    summary: "List the audit log",
    description:
      "Every configuration change, newest first: who made it, when, on what, and how that looked before and after.",
    tags: ["Audit"],
    can: "audit.read",
    query: AuditQuery,
    response: AuditPage,
  },
  (ctx, { query }) => listAudit(ctx, query),
);
