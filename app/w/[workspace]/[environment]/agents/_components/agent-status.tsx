"use client";

import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Agent } from "@/lib/agents/agents/schema";

const COLORS = { draft: "gray", live: "teal", archived: "orange" } as const;

/** The status of an agent. */
export function AgentStatus({ status }: Pick<Agent, "status">) {
  const t = useTranslations("agents.status");
  return <Badge color={COLORS[status]}>{t(status)}</Badge>;
}
