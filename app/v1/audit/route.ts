import { route } from "@/lib/http";
import { listAudit } from "@/lib/platform/audit";
import { AuditPage, AuditQuery } from "@/lib/platform/audit/schema";

export const GET = route(
  {
    summary: "List the audit log",
    description:
      "Configuration changes, newest first, each with the actor, time and target, and its state before and after.",
    tags: ["Audit"],
    capability: "audit.read",
    query: AuditQuery,
    response: AuditPage,
  },
  (ctx, { query }) => listAudit(ctx, query),
);
