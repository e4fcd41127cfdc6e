import { stepsOf, stepText } from "@/components/consent-steps";
import { splitMasks } from "@/components/masks";
import { clock } from "@/components/words";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import type { Comment } from "@/lib/calls/comments/schema";
import type { Translator } from "@/messages/translator";
import { commentTime } from "../comments/comment-time";

/** An event or a span on the call's time axis. */
export type Mark = {
  id: string;
  startMs: number;
  /** The same as `startMs` for an event. */
  endMs: number;
  /** Says what it is, with its time. */
  label: string;
  /** Relative size, from 0 to 1. */
  size?: number;
};

export const LANES = ["latency", "tools", "masks", "consent", "comments"] as const;
export type Lane = (typeof LANES)[number];
export type Marks = Readonly<Record<Lane, readonly Mark[]>>;

type T = Translator<"calls">;

function latencyMarks(t: T, turns: readonly Turn[]): Mark[] {
  const measured = turns.flatMap(({ index, start_ms, delays }) =>
    delays === undefined ? [] : [{ index, start_ms, ms: delays.total_ms }],
  );
  const longest = Math.max(1, ...measured.map(({ ms }) => ms));
  return measured.map(({ index, start_ms, ms }) => ({
    id: `latency-${index}`,
    startMs: start_ms,
    endMs: start_ms,
    label: t("timeline.latencyMark", { time: clock(start_ms), ms }),
    size: ms / longest,
  }));
}

const toolMarks = (t: T, turns: readonly Turn[]): Mark[] =>
  turns.flatMap(({ index, start_ms, end_ms, tool }) =>
    tool === undefined
      ? []
      : [
          {
            id: `tool-${index}`,
            startMs: start_ms,
            endMs: end_ms,
            label: t(tool.ok ? "timeline.toolMark" : "timeline.toolFailedMark", {
              time: clock(start_ms),
              name: tool.name,
            }),
          },
        ],
  );

/** The names of the masks in a turn, without repetition. */
function maskNames(t: T, text: string | null, variables: readonly string[]): string[] {
  if (text === null) return [];
  const names = splitMasks(text, variables).flatMap((part) => {
    if (typeof part === "string") return [];
    return [part.kind === "variable" ? part.name : t(`mask.${part.kind}`)];
  });
  return [...new Set(names)];
}

/** Masked turns: the recording is silent in all of such a turn. */
const maskMarks = (t: T, turns: readonly Turn[], variables: readonly string[]): Mark[] =>
  turns.flatMap(({ index, start_ms, end_ms, text }) => {
    const names = maskNames(t, text, variables);
    if (names.length === 0) return [];
    const label = t("timeline.maskMark", { time: clock(start_ms), names: names.join(", ") });
    return [{ id: `mask-${index}`, startMs: start_ms, endMs: end_ms, label }];
  });

const consentMarks = (t: T, call: Pick<Call, "recording">): Mark[] =>
  stepsOf(call).map(({ event, at, at_ms }) => ({
    id: `consent-${event}-${at}`,
    startMs: at_ms,
    endMs: at_ms,
    label: t("timeline.eventMark", { time: clock(at_ms), text: stepText(t, event) }),
  }));

function commentMarks(t: T, turns: readonly Turn[], comments: readonly Comment[]): Mark[] {
  return comments.flatMap((comment) => {
    const atMs = commentTime(comment, turns);
    if (atMs === null) return [];
    const label = t("timeline.commentMark", { time: clock(atMs), text: comment.text });
    return [{ id: `comment-${comment.id}`, startMs: atMs, endMs: atMs, label }];
  });
}

const byTime = (marks: readonly Mark[]): Mark[] => [...marks].sort((a, b) => a.startMs - b.startMs);

type Source = {
  call: Pick<Call, "transcript" | "recording">;
  variables: readonly string[];
  comments: readonly Comment[];
};

/** The marks of each lane, in the order of their times. */
export function marksOf(t: T, { call, variables, comments }: Source): Marks {
  const { transcript } = call;
  return {
    latency: byTime(latencyMarks(t, transcript)),
    tools: byTime(toolMarks(t, transcript)),
    masks: byTime(maskMarks(t, transcript, variables)),
    consent: byTime(consentMarks(t, call)),
    comments: byTime(commentMarks(t, transcript, comments)),
  };
}
