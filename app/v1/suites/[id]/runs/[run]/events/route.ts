import { EventStream, route } from "@/lib/http";
import { readRun, runEvents } from "@/lib/suites/runs";
import { RunEvents, SuiteRunParams } from "@/lib/suites/runs/schema";

export const GET = route(
  {
    summary: "Stream the progress of a run",
    description:
      "Server-sent events: the run, immediately and after each conversation that ends, at most once a second. The stream ends with the run.",
    tags: ["Suites"],
    capability: "agents.read",
    params: SuiteRunParams,
    events: RunEvents,
  },
  async (ctx, { params }) => {
    await readRun(ctx, params.id, params.run);
    return new EventStream((signal) => runEvents(ctx, params.id, params.run, signal));
  },
);
