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
  /** Text that the agent is saying, by the index of its future turn. */
  speaking: Readonly<Record<number, string>>;
  /** The user's own interim text, if it may be shown; "" if unknown. */
  ownText: string | null;
  /** The agent is about to speak. */
  isThinking: boolean;
  /** Shown while there are no turns. */
  hint?: string | null;
};

/**
 * Turns and interim texts. Screen readers announce finished turns, not each interim text. The user's own words are shown
 * as dots until the server has masked them.
 */
export function Talk({ turns, names, speaking, ownText, isThinking, hint = null }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const open = Object.entries(speaking);

  // Scrolls after every render, as changes are always at the end.
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
      {ownText !== null && (
        <OpenTurn by="caller" speaker={YOU}>
          {ownText === "" ? (
            <Loader type="dots" size="xs" color="gray" />
          ) : (
            <MaskedText text={ownText} variables={names} />
          )}
        </OpenTurn>
      )}
      {open.map(([index, text]) => (
        <OpenTurn key={index} by="agent" speaker="Agent">
          <MaskedText text={text} variables={names} />
        </OpenTurn>
      ))}
      {isThinking && open.length === 0 && (
        <OpenTurn by="agent" speaker="Agent">
          <Loader type="dots" size="xs" color="gray" />
        </OpenTurn>
      )}
    </Box>
  );
}
