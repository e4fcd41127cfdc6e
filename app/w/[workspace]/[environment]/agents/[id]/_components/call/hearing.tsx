"use client";

import { List, Stack, Text } from "@mantine/core";
import type { Agent, Variable } from "@/lib/agents/agents/schema";
import { HEARS, isEnglish, KIND_OF } from "@/lib/voice/schema";

/** The transcriber that needs no account (lib/agents/models). */
const BUILTIN = "builtin:grammar";

const ANSWERS: Readonly<Record<Variable["type"], string>> = {
  boolean: "yes or no, in many words",
  number: "a number, in words",
  date: "a day: “tomorrow”, “the first of December”",
  time: "a time: “half past ten”",
  phone: "a number, digit by digit",
  choice: "its choices by name, or “the second one”",
  email: "spelled letter by letter; the agent should read it back",
  string: "spelled letter by letter, and digits; the agent should read it back",
};

/** Explains which answers to this agent the built-in transcriber understands. */
export function Hearing({ agent }: { agent: Agent }) {
  if (agent.transcriber !== BUILTIN) return null;
  if (!isEnglish(agent.language))
    return (
      <Text size="sm" c="dimmed">
        The built-in transcriber knows English alone. In this agent's language ({agent.language}) it
        understands nothing that is said: answer by the keypad, or connect another transcriber under
        Integrations.
      </Text>
    );
  const isSpelled = agent.variables.some(({ type }) => HEARS[KIND_OF[type]] === "spelled");
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        The built-in transcriber is no dictation. It listens for short answers in English to what the agent
        asks, and for “stop calling me”, “a human”, “say that again” and the like at any time. All else comes
        back as not understood, and the agent asks anew.
        {isSpelled && " Names and free text are best left to a transcriber of your own, under Integrations."}
      </Text>
      {agent.variables.length > 0 && (
        <List size="sm" c="dimmed" spacing={2}>
          {agent.variables.map(({ name, type }) => (
            <List.Item key={name}>
              <Text span inherit fw={500}>
                {name}
              </Text>
              : {ANSWERS[type]}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
