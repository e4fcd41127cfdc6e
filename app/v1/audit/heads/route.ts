import { route } from "@/lib/http";
import { listSignedHeads } from "@/lib/platform/audit";
import { SignedHeads } from "@/lib/platform/audit/schema";

export const GET = route(
  {
    summary: "List the signed heads of the audit log",
    description:
      "The newest 1,000 signed heads, oldest first, and the public key (Ed25519) that verifies them. With an export of the audit log as JSON Lines, anyone can verify the log without this service. Keep the key in another place.",
    tags: ["Audit"],
    capability: "audit.read",
    response: SignedHeads,
  },
  (ctx) => listSignedHeads(ctx),
);
