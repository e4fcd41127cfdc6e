import { listBuiltins } from "@/lib/agents/tools";
import { BuiltinList } from "@/lib/agents/tools/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List the built-in tools",
    description: "What each tool does, and what is missing in this workspace to use it.",
    tags: ["Tools"],
    capability: "tools.read",
    internal: true,
    response: BuiltinList,
  },
  (ctx) => listBuiltins(ctx),
);
