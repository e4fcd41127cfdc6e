import { readSetup, updateSetup } from "@/lib/data/setup";
import { Setup, UpdateSetup } from "@/lib/data/setup/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Read the setup checklist",
    capability: "self.manage",
    person: true,
    internal: true,
    response: Setup,
  },
  (ctx) => readSetup(ctx),
);

export const PATCH = route(
  {
    summary: "Hide or show the setup checklist",
    capability: "self.manage",
    person: true,
    internal: true,
    body: UpdateSetup,
    response: Setup,
  },
  (ctx, { body }) => updateSetup(ctx, body),
);
