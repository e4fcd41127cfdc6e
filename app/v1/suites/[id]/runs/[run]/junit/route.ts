import { FileResponse, route } from "@/lib/http";
import { writeJunit } from "@/lib/suites/runs";
import { SuiteRunParams } from "@/lib/suites/runs/schema";

export const GET = route(
  {
    summary: "Download the results of a run as JUnit XML",
    description:
      "One test case for each repetition, for the reports of CI systems. It holds the names of the cases and the codes of the failures, and no words of the conversations. 409 before the run has ended.",
    tags: ["Suites"],
    capability: "agents.read",
    params: SuiteRunParams,
    file: ["application/xml"],
  },
  async (ctx, { params }) => new FileResponse(await writeJunit(ctx, params.id, params.run), true),
);
