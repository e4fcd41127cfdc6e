"use client";

import { List, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Agent } from "@/lib/agents/agents/schema";
import { HEARS, isEnglish, KIND_OF } from "@/lib/voice/values";

/** The transcriber that needs no account (lib/agents/models). */
const BUILTIN = "builtin:grammar";

/** Explains which answers to this agent the built-in transcriber understands. */
export function Hearing({ agent }: { agent: Agent }) {
  const t = useTranslations("agents.hearing");
  if (agent.transcriber !== BUILTIN) return null;
  if (!isEnglish(agent.language))
    return (
      <Text size="sm" c="dimmed">
        {t("foreign", { language: agent.language })}
      </Text>
    );
  const isSpelled = agent.variables.some(({ type }) => HEARS[KIND_OF[type]] === "spelled");
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {isSpelled ? t("englishSpelled") : t("english")}
      </Text>
      {agent.variables.length > 0 && (
        <List size="sm" c="dimmed" spacing={2}>
          {agent.variables.map(({ name, type }) => (
            <List.Item key={name}>
              {t.rich(`answer.${type}`, {
                name: () => (
                  <Text key={name} span inherit fw={500}>
                    {name}
                  </Text>
                ),
              })}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
