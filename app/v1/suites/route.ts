import { route } from "@/lib/http";
import { createSuite, listSuites, readSuite } from "@/lib/suites/suites";
import { CreateSuite, ListSuites, Suite, SuitePage } from "@/lib/suites/suites/schema";

const tags = ["Suites"];

export const GET = route(
  {
    summary: "List test suites",
    description: "Newest first, without their cases.",
    tags,
    capability: "agents.read",
    query: ListSuites,
    response: SuitePage,
  },
  (ctx, { query }) => listSuites(ctx, query),
);

export const POST = route(
  {
    summary: "Create a test suite",
    description:
      "A suite has the test cases of an agent. A run holds each case as a conversation in memory: it places no call, calls no tool, and appears in no list, figure, event or contact.",
    tags,
    capability: "agents.write",
    body: CreateSuite,
    response: Suite,
    status: 201,
    location: ({ id }) => `/v1/suites/${id}`,
    etag: ({ revision }) => revision,
    replay: (ctx, { reference }) => readSuite(ctx, reference),
  },
  (ctx, { body }) => createSuite(ctx, body),
);
