import { route } from "@/lib/http";
import { deleteSuite, readSuite, updateSuite } from "@/lib/suites/suites";
import { Suite, SuiteParams, UpdateSuite } from "@/lib/suites/suites/schema";

const tags = ["Suites"];

export const GET = route(
  {
    summary: "Get a test suite",
    tags,
    capability: "agents.read",
    params: SuiteParams,
    response: Suite,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readSuite(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update a test suite",
    description:
      "`cases` replaces all cases. After a change of the cases, the repetitions or the pass rate, a required suite needs a new run before the next deploy. Making a suite required or not needs the role admin.",
    tags,
    capability: "agents.write",
    params: SuiteParams,
    body: UpdateSuite,
    response: Suite,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => updateSuite(ctx, params.id, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Delete a test suite",
    description: "Deletes its runs and their results too. A required suite can be deleted by an admin only.",
    tags,
    capability: "agents.write",
    params: SuiteParams,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { params, ifMatch }) => {
    await deleteSuite(ctx, params.id, ifMatch);
    return undefined;
  },
);
