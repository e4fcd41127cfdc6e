import type { Expectation, Synthesizer } from "@/lib/agents/providers/schema";
import type { SpokenCall, SpokenLine } from "@/lib/calls/calls";
import type { AgentUtterance, ConversationEvent, Notice } from "@/lib/calls/conversation";
import { countAnswerDelays } from "./answer-delays";
import type { CallStateEvent } from "./call-state-machine";
import { delaysOf } from "./delays";
import { expectedAnswer } from "./expected-answer";
import type { LineMessage } from "./line";
import type { Playout } from "./playout";
import { createSpeech, type Speech } from "./speech";

type Options = {
  call: SpokenCall;
  synthesizer: Synthesizer;
  playout: Playout;
  /** Delay between sending and hearing a frame. */
  lagMs(): number;
  /** Undefined if the line has no display. */
  display: ((message: LineMessage) => void) | undefined;
  happened(event: CallStateEvent): void;
  /** The question that the agent has started to ask. */
  expects(expectation: Expectation): void;
  /** A hint how to answer by keys, appended after repeated misunderstandings. */
  hint(expectation: Expectation): string | null;
  voiceFailed(error: unknown): void;
  /** When the end of the caller's last utterance was detected, and when its words were known. */
  marks(): { noticedMs: number; heardMs: number };
  /** Transfers the caller; undefined if the line cannot transfer. */
  transfer?: SpokenLine["transfer"];
  /** Speaks a sentence that is not part of the model's answer. */
  hold: NonNullable<SpokenLine["sayHold"]>;
  /** An event could not be stored: another process owns the call, or the database is down. */
  failed(error: unknown): void;
};

export type AgentActor = {
  /** Queues an event for the engine. */
  act(event: ConversationEvent): void;
  /** Interrupts all speech and thinking. What was heard of it is stored. */
  interrupt(): void;
  /** Stores a turn of the line itself, after the queued events. */
  note(notice: Notice): void;
};

/** The length of the disclosure, if the turn begins with it: it plays on while the caller speaks. */
const disclosureChars = ({ disclosure }: SpokenCall["config"], text: string): number => {
  const disclosureText = disclosure.text.trim();
  return disclosure.enabled && text.trimStart().startsWith(disclosureText) ? disclosureText.length : 0;
};

/** Runs the engine for a spoken call, one event after the other, and speaks its turns. */
export function createAgentActor(options: Options): AgentActor {
  const { call, synthesizer, playout, display, happened, transfer } = options;
  const running = new Set<AbortController>();
  let last: Promise<void> = Promise.resolve();
  const voice = call.config.voice_id ?? "";

  function lineOf(event: ConversationEvent, signal: AbortSignal): SpokenLine {
    let speech: Speech | undefined;
    const marks = options.marks();
    let textMs = 0;
    let masked: ReturnType<SpokenCall["startMask"]> | undefined;
    /** The part of the turn that cannot be interrupted, in characters. */
    let protectedChars = call.config.interruptible ? 0 : Number.POSITIVE_INFINITY;
    let isProtected = false;
    let isOver = false;
    let isFirstText = true;
    /** Whether the answer waited for a person's telephone, which is no delay of the agent. */
    let hasTransferred = false;
    const caption = (text: string | undefined) => {
      if (masked !== undefined && text !== undefined && text !== "")
        display?.({ type: "caption", role: "agent", index: masked.index, text });
    };
    const say = (text: string) => {
      if (isFirstText) {
        isFirstText = false;
        protectedChars = Math.max(protectedChars, disclosureChars(call.config, text));
      }
      speech?.push(text);
      caption(masked?.mask.push(text));
    };
    const expected = (utterance: AgentUtterance | null) => {
      if (utterance === null) return;
      const expectation = expectedAnswer(call.config, utterance);
      options.expects(expectation);
      const hint = utterance.calls.length > 0 ? null : options.hint(expectation);
      if (hint !== null) say(` ${hint}`);
    };
    return {
      signal,
      transfer:
        transfer &&
        ((...request) => {
          hasTransferred = true;
          return transfer(...request);
        }),
      sayHold: options.hold,
      onTurns:
        display === undefined
          ? undefined
          : (turns) => {
              for (const turn of turns) display({ type: "turn", turn });
            },
      onTurn(before) {
        masked = display === undefined ? undefined : call.startMask(before);
        textMs = call.nowMs();
        speech = createSpeech({
          synthesizer,
          voice,
          language: call.config.language,
          playout,
          signal,
          lagMs: options.lagMs(),
          nowMs: call.nowMs,
          askedMs: event.type === "caller_said" ? event.atMs : null,
          onStarted: () => {
            isProtected = protectedChars > 0;
            happened({ type: "sound_began", isProtected });
          },
          onSentence: (start) => {
            if (!isProtected || start < protectedChars) return;
            isProtected = false;
            // The end of the protected part has been sent, and is heard later.
            setTimeout(() => {
              if (!signal.aborted && !isOver) happened({ type: "protection_ended", atMs: call.nowMs() });
            }, options.lagMs());
          },
          failed: options.voiceFailed,
        });
      },
      onText: say,
      async waitForPlayback(utterance) {
        expected(utterance);
        caption(masked?.mask.finish());
        if (speech === undefined) throw new Error("Nothing has been said.");
        const played = await speech.played(utterance);
        isOver = true;
        happened({ type: "sound_ended" });
        if (hasTransferred) return { ...played, latencyMs: null };
        if (event.type !== "caller_said" || played.latencyMs === null) return played;
        const moments = { ...marks, askedMs: event.atMs, textMs, soundMs: event.atMs + played.latencyMs };
        const delays = delaysOf(moments, { modelMs: utterance?.latencyMs ?? null, lagMs: options.lagMs() });
        if (delays === null) return played;
        countAnswerDelays(delays);
        return { ...played, delays };
      },
    };
  }

  async function run(event: ConversationEvent, stop: AbortController): Promise<void> {
    try {
      const { state } = await call.dispatchEvent(event, lineOf(event, stop.signal));
      running.delete(stop);
      const ended = state.phase === "ended" ? state.endReason : null;
      happened({ type: "acted", ended, atMs: call.nowMs() });
    } catch (error) {
      running.delete(stop);
      options.failed(error);
    }
  }

  return {
    act(event) {
      const stop = new AbortController();
      running.add(stop);
      last = last.then(() => run(event, stop));
    },
    note(notice) {
      const never = new AbortController();
      last = last.then(async () => {
        try {
          await call.dispatchEvent(
            { type: "system_said", notice },
            lineOf({ type: "system_said", notice }, never.signal),
          );
        } catch (error) {
          options.failed(error);
        }
      });
    },
    interrupt() {
      for (const stop of running) stop.abort();
    },
  };
}
