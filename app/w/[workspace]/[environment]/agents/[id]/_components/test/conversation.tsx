"use client";

import { Box, Loader, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { MaskedText } from "@/components/masked-text";
import { OpenTurn, TurnItem } from "@/components/turns";
import turnClasses from "@/components/turns.module.css";
import classes from "./test.module.css";
import type { TimelineItem } from "./timeline";
import { TimelineEventRow } from "./timeline-event";

/** Within this distance of its end, the conversation follows new turns. */
const NEAR_END_PX = 80;

type Props = {
  items: readonly TimelineItem[];
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

/** The scrolling area. It stays at its end until the reader scrolls up. */
function Log({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // The button that started the call had the focus, and is gone.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  // Scrolls after every render, as changes are always at the end.
  useEffect(() => scrollToEnd(box.current, isAtEnd.current));
  // The parts below the conversation can take some of its height after the last render.
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
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {children}
    </Box>
  );
}

/**
 * Turns, events and interim texts. Screen readers announce finished turns, not each interim text. The user's own words are
 * shown as dots until the server has masked them.
 */
export function Conversation({ items, names, speaking, ownText, isThinking, hint = null }: Props) {
  const t = useTranslations("agents.conversation");
  const open = Object.entries(speaking);
  const dots = <Loader type="dots" size="xs" color="gray" />;
  return (
    <Log label={t("label")}>
      {hint !== null && items.every(({ kind }) => kind === "event") && open.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" m="auto" maw={280} aria-live="off">
          {hint}
        </Text>
      )}
      <ol className={turnClasses.turns}>
        {items.map((item) =>
          item.kind === "event" ? (
            <TimelineEventRow key={item.key} event={item.event} names={names} />
          ) : (
            <TurnItem
              key={item.key}
              turn={item.turn}
              variables={names}
              caller={t("you")}
              answers={item.answers}
              hasTimings
            />
          ),
        )}
      </ol>
      {ownText !== null && (
        <OpenTurn by="caller" speaker={t("you")}>
          {ownText === "" ? dots : <MaskedText text={ownText} variables={names} />}
        </OpenTurn>
      )}
      {open.map(([index, text]) => (
        <OpenTurn key={index} by="agent" speaker={t("agent")}>
          <MaskedText text={text} variables={names} />
        </OpenTurn>
      ))}
      {isThinking && open.length === 0 && (
        <OpenTurn by="agent" speaker={t("agent")}>
          {dots}
        </OpenTurn>
      )}
    </Log>
  );
}
