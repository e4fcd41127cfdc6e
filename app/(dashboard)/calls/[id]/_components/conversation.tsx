"use client";

import { Badge, Paper, Text, Title } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { MaskedText } from "@/components/masked-text";
import type { Call, Turn } from "@/lib/calls/schema";
import { clock } from "../../_components/words";
import { Fields } from "./facts";
import classes from "./review.module.css";

const WHO: Readonly<Record<Turn["role"], string>> = {
  caller: "Caller",
  agent: "Agent",
  human: "Person",
  tool: "Tool",
  system: "System",
};

type TurnProps = { turn: Turn; variables: readonly string[] };

function ToolTurn({ turn, variables }: TurnProps) {
  const { tool } = turn;
  if (tool === undefined) return null;
  return (
    <details className={classes.tool}>
      <summary>
        <IconTool size={16} stroke={1.5} aria-hidden />
        <Text span size="sm" fw={500} ff="monospace">
          {tool.name}
        </Text>
        <Badge color={tool.ok ? "teal" : "red"}>{tool.ok ? "Done" : "Failed"}</Badge>
        <Text span size="xs" c="dimmed">
          {clock(turn.start_ms)}
        </Text>
      </summary>
      <div className={classes.inside}>
        <Text size="xs" fw={600} mb={4}>
          Given
        </Text>
        <Fields name="arguments" value={tool.arguments} variables={variables} />
        <Text size="xs" fw={600} mt="sm" mb={4}>
          Answered
        </Text>
        <Fields name="result" value={tool.result} variables={variables} />
      </div>
    </details>
  );
}

function SpokenTurn({ turn, variables }: TurnProps) {
  return (
    <>
      <div className={classes.who}>
        <Text span size="xs" fw={600}>
          {WHO[turn.role]}
        </Text>
        <Text span size="xs" c="dimmed">
          {clock(turn.start_ms)}
        </Text>
        {turn.interrupted && <Badge color="orange">Cut off</Badge>}
      </div>
      <div className={classes.said} dir="auto">
        {turn.text === null ? "" : <MaskedText text={turn.text} variables={variables} />}
      </div>
    </>
  );
}

/** Why there is no transcript to read. */
function noTurns({ erased_at, settled_at, status }: Call): string {
  if (erased_at !== null) return "What was said in this call has been erased.";
  if (status === "blocked") return "This call was blocked before anything was said.";
  if (settled_at === null) return "Nothing has been said yet.";
  return "No transcript is kept of this call: nothing was said, its agent keeps none, or its time is over.";
}

/** What was said, in order, with its masks; tools' turns are folded. New turns are told to screen readers. */
export function Conversation({ call, variables }: { call: Call; variables: readonly string[] }) {
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
        <ol className={classes.turns} aria-live={isLive ? "polite" : "off"}>
          {call.transcript.map((turn) => (
            <li key={turn.index} className={classes.turn} data-role={turn.role}>
              {turn.tool === undefined ? (
                <SpokenTurn turn={turn} variables={variables} />
              ) : (
                <ToolTurn turn={turn} variables={variables} />
              )}
            </li>
          ))}
        </ol>
      )}
    </Paper>
  );
}
