"use client";

import { Box, Loader, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { MaskedText } from "@/components/masked-text";
import { OpenTurn, TurnList } from "@/components/turns";
import type { Turn } from "@/lib/calls/calls/schema";
import classes from "./test.module.css";

/** Within this distance of its end, the conversation follows new turns. */
const NEAR_END_PX = 80;

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

function scrollToEnd(node: HTMLElement | null, isAtEnd: boolean): void {
  if (node !== null && isAtEnd) node.scrollTop = node.scrollHeight;
}

/**
 * Turns and interim texts. Screen readers announce finished turns, not each interim text. The user's own words are shown
 * as dots until the server has masked them.
 */
export function Conversation({ turns, names, speaking, ownText, isThinking, hint = null }: Props) {
  const t = useTranslations("agents.conversation");
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const open = Object.entries(speaking);

  // Scrolls after every render, as changes are always at the end.
  useEffect(() => scrollToEnd(box.current, isAtEnd.current));
  // The summary of an ended conversation takes some of the height after the last render.
  useEffect(() => {
    const node = box.current;
    if (node === null) return;
    const observer = new ResizeObserver(() => scrollToEnd(node, isAtEnd.current));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    <Box
      ref={box}
      className={classes.log ?? ""}
      role="log"
      aria-live="polite"
      aria-label={t("label")}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {hint !== null && turns.length === 0 && open.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" m="auto" maw={280} aria-live="off">
          {hint}
        </Text>
      )}
      <TurnList turns={turns} variables={names} caller={t("you")} />
      {ownText !== null && (
        <OpenTurn by="caller" speaker={t("you")}>
          {ownText === "" ? (
            <Loader type="dots" size="xs" color="gray" />
          ) : (
            <MaskedText text={ownText} variables={names} />
          )}
        </OpenTurn>
      )}
      {open.map(([index, text]) => (
        <OpenTurn key={index} by="agent" speaker={t("agent")}>
          <MaskedText text={text} variables={names} />
        </OpenTurn>
      ))}
      {isThinking && open.length === 0 && (
        <OpenTurn by="agent" speaker={t("agent")}>
          <Loader type="dots" size="xs" color="gray" />
        </OpenTurn>
      )}
    </Box>
  );
}
