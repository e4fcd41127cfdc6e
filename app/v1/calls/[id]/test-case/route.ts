import { route } from "@/lib/http";
import { readCaseFromCall } from "@/lib/suites/call-cases";
import { CaseFromCall, CaseFromCallParams } from "@/lib/suites/call-cases/schema";

export const GET = route(
  {
    summary: "Make a test case of a call",
    description:
      "Reads a settled call as a case for a suite of its agent, and stores nothing. Masks, names, numbers and addresses are replaced by synthetic values; parts that cannot be decided are left out. Read it through, complete the tools' answers, and send it with `PATCH /suites/{id}`.",
    tags: ["Suites"],
    capability: "calls.read",
    params: CaseFromCallParams,
    response: CaseFromCall,
  },
  (ctx, { params }) => readCaseFromCall(ctx, params.id),
);
