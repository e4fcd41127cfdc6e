import { CallParams } from "@/lib/calls/calls/schema";
import { explainCall } from "@/lib/data/explanations";
import { Explanation } from "@/lib/data/explanations/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Explain a call",
    description:
      "The decision that allowed or blocked it, the consent and the laws that it relied on, the steps of its recording, the variables that are masked, how long it is kept, and who looked at it. References to the audit log are only for roles that can read it.",
    tags: ["Calls"],
    capability: "calls.read",
    params: CallParams,
    response: Explanation,
  },
  (ctx, { params }) => explainCall(ctx, params.id),
);
