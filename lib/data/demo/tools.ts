import { createTool, listTools } from "@/lib/agents/tools";
import { CreateTool, ListTools } from "@/lib/agents/tools/schema";
import type { Ctx } from "@/lib/platform/context";
import { SAMPLE_SERVICE_URL } from "@/lib/platform/egress";

/** The tools of the demo's agents. The sample service answers them inside the process. */
const TOOLS: readonly CreateTool[] = [
  CreateTool.parse({
    name: "find_table",
    description: "Finds out whether a table is free on a day at a time.",
    parameters: {
      type: "object",
      properties: {
        day: { type: "string", format: "date" },
        time: { type: "string" },
        party_size: { type: "number" },
      },
      required: ["day", "time", "party_size"],
    },
    request: {
      method: "GET",
      url: `${SAMPLE_SERVICE_URL}/tables?day={{day}}&time={{time}}&guests={{party_size}}`,
    },
  }),
  CreateTool.parse({
    name: "report_claim",
    description: "Opens a claim with the kind of damage and the day it happened.",
    parameters: {
      type: "object",
      properties: { damage: { type: "string" }, incident_day: { type: "string", format: "date" } },
      required: ["damage", "incident_day"],
    },
    request: { method: "POST", url: `${SAMPLE_SERVICE_URL}/claims` },
  }),
];

/** Creates the missing tools. */
export async function createTools(ctx: Ctx): Promise<void> {
  const { data } = await listTools(ctx, ListTools.parse({ limit: "100" }));
  const names = new Set(data.map(({ name }) => name));
  for (const tool of TOOLS) if (!names.has(tool.name)) await createTool(ctx, tool);
}
