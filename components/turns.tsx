"use client";

import { Badge, Text } from "@mantine/core";
import { IconChevronDown, IconMessagePlus, IconPlayerPlayFilled, IconTool } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, type ReactNode, useContext } from "react";
import type { Turn } from "@/lib/calls/calls/schema";
import { MaskedText, MaskFactsContext } from "./masked-text";
import { Fields } from "./masked-value";
import { Milliseconds, TurnLatency } from "./turn-latency";
import classes from "./turns.module.css";
import { clock } from "./words";

/** The actions of a turn beside a time axis. The functions keep their identity, so that a turn renders only once. */
export type TurnActions = {
  /** Whether the turn is in the recording. */
  canHear: (turn: Turn) => boolean;
  /** Plays from the turn's start. */
  onHear: (turn: Turn) => void;
  /** Moves the position to the turn's start. */
  onSeek: (turn: Turn) => void;
  /** Starts a comment on the turn; absent for readers who cannot comment. */
  onComment?: ((turn: Turn) => void) | undefined;
};

type TurnProps = {
  turn: Turn;
  variables: readonly string[];
  caller: string | undefined;
  actions?: TurnActions | undefined;
  /** Shows how long the agent's answer and each tool took. */
  hasTimings?: boolean | undefined;
};

function ToolTurn({ turn, variables, actions, hasTimings }: Omit<TurnProps, "caller">) {
  const t = useTranslations("calls.turn");
  const tSpeaker = useTranslations("calls.speaker");
  const { tool } = turn;
  if (tool === undefined) return null;
  const details = (
    <details className={classes.tool}>
      <summary>
        <IconTool size={16} stroke={1.5} aria-hidden />
        <Text span size="sm" fw={500} ff="monospace">
          {tool.name}
        </Text>
        <Badge color={tool.ok ? "teal" : "red"}>{tool.ok ? t("toolDone") : t("toolFailed")}</Badge>
        {hasTimings === true ? (
          <Text span size="xs" c="dimmed">
            <Milliseconds ms={turn.end_ms - turn.start_ms} />
          </Text>
        ) : (
          actions === undefined && <When turn={turn} actions={undefined} />
        )}
        <IconChevronDown size={14} className={classes.chevron} aria-hidden />
      </summary>
      <div className={classes.inside}>
        <Text size="xs" fw={600} mb={4}>
          {t("arguments")}
        </Text>
        <Fields name="arguments" value={tool.arguments} variables={variables} />
        <Text size="xs" fw={600} mt="sm" mb={4}>
          {t("result")}
        </Text>
        <Fields name="result" value={tool.result} variables={variables} />
      </div>
    </details>
  );
  if (actions === undefined) return details;
  return (
    <>
      <div className={classes.who}>
        <Text span size="xs" fw={600}>
          {tSpeaker("tool")}
        </Text>
        <When turn={turn} actions={actions} />
      </div>
      {details}
    </>
  );
}

/** One utterance: its speaker, a note such as its time, and its text. */
function Utterance({ speaker, note, children }: { speaker: string; note?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className={classes.who}>
        <Text span size="xs" fw={600}>
          {speaker}
        </Text>
        {note}
      </div>
      <div className={classes.said} dir="auto">
        {children}
      </div>
    </>
  );
}

/** The turn's start, which plays the recording from there or moves the position, and a button to comment on the turn. */
function When({ turn, actions }: Pick<TurnProps, "turn" | "actions">) {
  const t = useTranslations("calls");
  const time = clock(turn.start_ms);
  if (actions === undefined)
    return (
      <Text span size="xs" c="dimmed">
        {time}
      </Text>
    );
  const { canHear, onHear, onSeek, onComment } = actions;
  const isHeard = canHear(turn);
  return (
    <>
      <button
        type="button"
        className={classes.hear}
        aria-label={isHeard ? t("turn.playFrom", { time }) : t("turn.goTo", { time })}
        onClick={() => (isHeard ? onHear(turn) : onSeek(turn))}
      >
        {isHeard && <IconPlayerPlayFilled size={11} aria-hidden />}
        {time}
      </button>
      {onComment && (
        <button
          type="button"
          className={classes.comment}
          aria-label={t("comments.onTurn", { time })}
          onClick={() => onComment(turn)}
        >
          <IconMessagePlus size={15} stroke={1.6} aria-hidden />
        </button>
      )}
    </>
  );
}

function SpokenTurn({ turn, variables, caller, actions, hasTimings }: TurnProps) {
  const t = useTranslations("calls");
  const note = (
    <>
      <When turn={turn} actions={actions} />
      {hasTimings === true && turn.role === "agent" && <TurnLatency turn={turn} />}
      {turn.interrupted && <Badge color="orange">{t("turn.interrupted")}</Badge>}
    </>
  );
  return (
    <Utterance
      speaker={turn.role === "caller" && caller !== undefined ? caller : t(`speaker.${turn.role}`)}
      note={note}
    >
      {turn.text === null ? "" : <MaskedText text={turn.text} variables={variables} />}
    </Utterance>
  );
}

type ItemProps = TurnProps & {
  isCurrent?: boolean;
  /** The sensitive variable whose question a caller's turn answers. */
  answers?: string | null;
};

/** A turn of a transcript in its list. */
export const TurnItem = memo(function TurnItem({ isCurrent = false, answers, ...props }: ItemProps) {
  const { turn, actions } = props;
  const facts = useContext(MaskFactsContext);
  return (
    <li
      id={actions === undefined ? undefined : turnAnchor(turn.index)}
      className={classes.turn}
      data-role={turn.role}
      aria-current={isCurrent ? "true" : undefined}
    >
      <MaskFactsContext value={answers === undefined ? facts : { ...facts, answers }}>
        {turn.tool === undefined ? <SpokenTurn {...props} /> : <ToolTurn {...props} />}
      </MaskFactsContext>
    </li>
  );
});

/** The element of a turn beside a time axis, and the fragment of an address that leads to it. */
export const turnAnchor = (index: number): string => `turn-${index}`;

type ListProps = {
  turns: readonly Turn[];
  /** The names that a mask can have. */
  variables: readonly string[];
  /** The caller's name here; "Caller" by default. */
  caller?: string;
  /** The index of the turn at the position of a time axis. */
  current?: number | null;
  actions?: TurnActions | undefined;
};

/** The masked transcript in order, with collapsed tool turns. */
export function TurnList({ turns, variables, caller, current = null, actions }: ListProps) {
  return (
    <ol className={classes.turns}>
      {turns.map((turn) => (
        <TurnItem
          key={turn.index}
          turn={turn}
          variables={variables}
          caller={caller}
          actions={actions}
          isCurrent={turn.index === current}
        />
      ))}
    </ol>
  );
}

/** An unfinished turn at its speaker's side. Screen readers announce it when it is finished. */
export function OpenTurn({
  by,
  speaker,
  children,
}: {
  by: Turn["role"];
  speaker: string;
  children: ReactNode;
}) {
  return (
    <div className={classes.turn} data-role={by} aria-hidden>
      <Utterance speaker={speaker}>{children}</Utterance>
    </div>
  );
}
