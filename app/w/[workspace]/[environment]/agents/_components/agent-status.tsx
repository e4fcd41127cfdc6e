"use client";

import { Badge } from "@mantine/core";
import type { Agent } from "@/lib/agents/agents/schema";

const COLOURS = { draft: "gray", live: "teal", archived: "orange" } as const;

/** Where an agent stands. */
export function AgentStatus({ status }: Pick<Agent, "status">) {
  return (
    <Badge color={COLOURS[status]} tt="capitalize">
      {status}
    </Badge>
  );
}
