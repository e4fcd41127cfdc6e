import { route } from "@/lib/http";
import { dismissProposal } from "@/lib/suites/proposals";
import { ProposalParams } from "@/lib/suites/proposals/schema";

export const DELETE = route(
  {
    summary: "Dismiss a proposed test case",
    description: "The call stays as it is, and is not proposed again.",
    tags: ["Suites"],
    capability: "agents.write",
    params: ProposalParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await dismissProposal(ctx, params.id, params.call);
    return undefined;
  },
);
