"use client";

import { Badge, Text } from "@mantine/core";
import { IconChevronDown, IconPlayerPlayFilled, IconTool } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useContext } from "react";
import type { Turn } from "@/lib/calls/calls/schema";
import { Fields } from "./facts";
import { MaskedText, MaskFactsContext } from "./masked-text";
import { Milliseconds, TurnLatency } from "./turn-latency";
import classes from "./turns.module.css";
import { clock } from "./words";

/** A recording that plays in step with the turns. */
export type InStep = {
  /** The index of the turn that is heard now. */
  current: number | null;
  canHear(turn: Turn): boolean;
  onHear(turn: Turn): void;
};

type TurnProps = {
  turn: Turn;
  variables: readonly string[];
  caller: string | undefined;
  sound?: InStep | undefined;
  /** Shows how long the agent's answer and each tool took. */
  hasTimings?: boolean | undefined;
};

function ToolTurn({ turn, variables, hasTimings }: Pick<TurnProps, "turn" | "variables" | "hasTimings">) {
  const t = useTranslations("calls.turn");
  const { tool } = turn;
  if (tool === undefined) return null;
  return (
    <details className={classes.tool}>
      <summary>
        <IconTool size={16} stroke={1.5} aria-hidden />
        <Text span size="sm" fw={500} ff="monospace">
          {tool.name}
        </Text>
        <Badge color={tool.ok ? "teal" : "red"}>{tool.ok ? t("toolDone") : t("toolFailed")}</Badge>
        <Text span size="xs" c="dimmed">
          {hasTimings === true ? <Milliseconds ms={turn.end_ms - turn.start_ms} /> : clock(turn.start_ms)}
        </Text>
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

/** When a turn began; where it is recorded, one hears it from there. */
function When({ turn, sound }: Pick<TurnProps, "turn" | "sound">) {
  const t = useTranslations("calls.turn");
  const at = clock(turn.start_ms);
  if (sound?.canHear(turn) !== true)
    return (
      <Text span size="xs" c="dimmed">
        {at}
      </Text>
    );
  return (
    <button
      type="button"
      className={classes.hear}
      aria-label={t("playFrom", { time: at })}
      onClick={() => sound.onHear(turn)}
    >
      <IconPlayerPlayFilled size={11} aria-hidden />
      {at}
    </button>
  );
}

function SpokenTurn({ turn, variables, caller, sound, hasTimings }: TurnProps) {
  const t = useTranslations("calls");
  const note = (
    <>
      <When turn={turn} sound={sound} />
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

/** A turn of a transcript in its list. `answers`: the sensitive variable whose question a caller's turn answers. */
export function TurnItem({ answers, ...props }: TurnProps & { answers?: string | null }) {
  const { turn, sound } = props;
  const facts = useContext(MaskFactsContext);
  return (
    <li
      className={classes.turn}
      data-role={turn.role}
      aria-current={sound?.current === turn.index ? "true" : undefined}
    >
      <MaskFactsContext value={answers === undefined ? facts : { ...facts, answers }}>
        {turn.tool === undefined ? <SpokenTurn {...props} /> : <ToolTurn {...props} />}
      </MaskFactsContext>
    </li>
  );
}

type ListProps = {
  turns: readonly Turn[];
  /** The names that a mask can have. */
  variables: readonly string[];
  /** The caller's name here; "Caller" by default. */
  caller?: string;
  sound?: InStep | undefined;
};

/** The masked transcript in order, with collapsed tool turns. */
export function TurnList({ turns, variables, caller, sound }: ListProps) {
  return (
    <ol className={classes.turns}>
      {turns.map((turn) => (
        <TurnItem key={turn.index} turn={turn} variables={variables} caller={caller} sound={sound} />
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
