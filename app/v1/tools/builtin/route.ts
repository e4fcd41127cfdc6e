import { listBuiltins } from "@/lib/agents/tools";
import { BuiltinList } from "@/lib/agents/tools/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List the built-in tools",
    description: "What each does, and what it lacks in this workspace to work.",
    tags: ["Tools"],
    can: "tools.read",
    internal: true,
    response: BuiltinList,
  },
  (ctx) => listBuiltins(ctx),
);
