"use client";

import { Box, Loader } from "@mantine/core";
import { useEffect, useRef } from "react";
import { MaskedText } from "@/components/masked-text";
import { OpenTurn, TurnList } from "@/components/turns";
import classes from "./rehearsal.module.css";
import type { Rehearsal } from "./state";

const YOU = "You";
/** So near to the end one is reading along. */
const NEAR_PX = 80;

type Props = { rehearsal: Rehearsal; names: readonly string[] };

/**
 * What was said, and what is being said. Screen readers hear finished turns, not each piece of one. A message that is on
 * its way stands as dots: its words are shown once the server has masked them.
 */
export function Talk({ rehearsal, names }: Props) {
  const { turns, speaking, sent, phase } = rehearsal;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const open = Object.entries(speaking);
  const isThinking = phase === "speaking" && sent === null && open.length === 0;

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
      <TurnList turns={turns} variables={names} caller={YOU} />
      {sent !== null && (
        <OpenTurn by="caller" who={YOU}>
          <Loader type="dots" size="xs" color="gray" />
        </OpenTurn>
      )}
      {open.map(([index, text]) => (
        <OpenTurn key={index} by="agent" who="Agent">
          <MaskedText text={text} variables={names} />
        </OpenTurn>
      ))}
      {isThinking && (
        <OpenTurn by="agent" who="Agent">
          <Loader type="dots" size="xs" color="gray" />
        </OpenTurn>
      )}
    </Box>
  );
}
