"use client";

import { Paper, Text, Title } from "@mantine/core";
import { type InStep, TurnList } from "@/components/turns";
import type { Call } from "@/lib/calls/calls/schema";

/** Why there is no transcript to read. */
function noTurns({ erased_at, settled_at, status }: Call): string {
  if (erased_at !== null) return "What was said in this call has been erased.";
  if (status === "blocked") return "This call was blocked before anything was said.";
  if (settled_at === null) return "Nothing has been said yet.";
  return "No transcript is kept of this call: nothing was said, its agent keeps none, or its time is over.";
}

type Props = { call: Call; variables: readonly string[]; sound: InStep | undefined };

/** The masked transcript in order, with collapsed tool turns. Screen readers announce new turns. */
export function Conversation({ call, variables, sound }: Props) {
  const isLive = call.ended_at === null;
  return (
    <Paper component="section" withBorder p={{ base: "md", sm: "lg" }} aria-label="Conversation">
      <Title order={2} fz="sm" mb="md">
        Conversation
      </Title>
      {call.transcript.length === 0 ? (
        <Text size="sm" c="dimmed">
          {noTurns(call)}
        </Text>
      ) : (
        <div aria-live={isLive ? "polite" : "off"}>
          <TurnList turns={call.transcript} variables={variables} sound={sound} />
        </div>
      )}
    </Paper>
  );
}
