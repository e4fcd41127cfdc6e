import { route } from "@/lib/http";
import { listBuiltins } from "@/lib/tools";
import { BuiltinList } from "@/lib/tools/schema";

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
