"use client";

import { Box, Loader, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { MaskedText } from "@/components/masked-text";
import { OpenTurn, TurnList } from "@/components/turns";
import type { Turn } from "@/lib/calls/calls/schema";
import classes from "./rehearsal.module.css";

const YOU = "You";
/** So near to the end one is reading along. */
const NEAR_PX = 80;

type Props = {
  turns: readonly Turn[];
  names: readonly string[];
  /** What the agent is saying, by the index of the turn that it will be. */
  speaking: Readonly<Record<number, string>>;
  /** What oneself is saying, as far as it may be shown; "" where that is not known yet. */
  own: string | null;
  /** The agent is about to speak. */
  isThinking: boolean;
  /** What there is to know while nothing has been said. */
  hint?: string | null;
};

/**
 * What was said, and what is being said. Screen readers hear finished turns, not each piece of one. One's own words
 * stand as dots until the server has masked them.
 */
export function Talk({ turns, names, speaking, own, isThinking, hint = null }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const open = Object.entries(speaking);

  // Follows after every render: whatever has changed, it is at the end.
  useEffect(() => {
    const node = box.current;
    if (node !== null && isAtEnd.current) node.scrollTop = node.scrollHeight;
  });
  return (
    <Box
      ref={box}
      className={classes.log ?? ""}
      role="log"
      aria-live="polite"
      aria-label="Conversation"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      {hint !== null && turns.length === 0 && open.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" m="auto" maw={280} aria-live="off">
          {hint}
        </Text>
      )}
      <TurnList turns={turns} variables={names} caller={YOU} />
      {own !== null && (
        <OpenTurn by="caller" who={YOU}>
          {own === "" ? (
            <Loader type="dots" size="xs" color="gray" />
          ) : (
            <MaskedText text={own} variables={names} />
          )}
        </OpenTurn>
      )}
      {open.map(([index, text]) => (
        <OpenTurn key={index} by="agent" who="Agent">
          <MaskedText text={text} variables={names} />
        </OpenTurn>
      ))}
      {isThinking && open.length === 0 && (
        <OpenTurn by="agent" who="Agent">
          <Loader type="dots" size="xs" color="gray" />
        </OpenTurn>
      )}
    </Box>
  );
}
