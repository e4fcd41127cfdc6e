import type { SpokenCall, SpokenLine } from "@/lib/calls/calls";
import type { Event, Notice, Said } from "@/lib/calls/conversation";
import type { Expectation, Speaker } from "../providers/port";
import { delaysOf } from "./delays";
import { expecting } from "./expecting";
import type { FlowEvent } from "./flow";
import type { Told } from "./line";
import type { Playout } from "./playout";
import { makeSpeech, type Speech } from "./speech";

type Given = {
  call: SpokenCall;
  speaker: Speaker;
  playout: Playout;
  /** How much later than it is sent a frame is heard. */
  lagMs(): number;
  /** Undefined where nobody can be shown anything. */
  tell: ((told: Told) => void) | undefined;
  happened(event: FlowEvent): void;
  /** What the agent has begun to ask for. */
  expects(expectation: Expectation): void;
  /** Words behind those of the model: how to answer by keys, for somebody who is not understood. */
  hint(expectation: Expectation): string | null;
  voiceFailed(error: unknown): void;
  /** When it was clear that the caller had finished, and when their words were known; of what they said last. */
  marks(): { noticedMs: number; heardMs: number };
  /** Puts the caller through; missing where nobody can be. */
  transfer?: SpokenLine["transfer"];
  /** Says something that is no part of what the model says. */
  hold: NonNullable<SpokenLine["hold"]>;
  /** An event could not be stored: the call is no longer ours, or the database is gone. */
  failed(error: unknown): void;
};

export type Acting = {
  /** Gives the engine an event, behind those before it. */
  act(event: Event): void;
  /** Cuts off all that is under way: what was heard of it is kept. */
  interrupt(): void;
  /** Keeps a turn of the line itself, behind the events before it. */
  note(notice: Notice): void;
};

/** Lets the engine act in a spoken call, one event after the other, and speaks what it says. */
export function makeActing(given: Given): Acting {
  const { call, speaker, playout, tell, happened } = given;
  const running = new Set<AbortController>();
  let last: Promise<void> = Promise.resolve();
  const voice = call.config.voice_id ?? "";

  function lineOf(event: Event, signal: AbortSignal): SpokenLine {
    let speech: Speech | undefined;
    const marks = given.marks();
    let textMs = 0;
    let masked: ReturnType<SpokenCall["mask"]> | undefined;
    const caption = (text: string | undefined) => {
      if (masked !== undefined && text !== undefined && text !== "")
        tell?.({ type: "caption", role: "agent", index: masked.index, text });
    };
    const say = (text: string) => {
      speech?.push(text);
      caption(masked?.mask.push(text));
    };
    const expected = (said: Said | null) => {
      if (said === null) return;
      const expectation = expecting(call.config, said);
      given.expects(expectation);
      const hint = said.calls.length > 0 ? null : given.hint(expectation);
      if (hint !== null) say(` ${hint}`);
    };
    return {
      signal,
      transfer: given.transfer,
      hold: given.hold,
      shown:
        tell === undefined
          ? undefined
          : (turns) => {
              for (const turn of turns) tell({ type: "turn", turn });
            },
      onTurn(before) {
        masked = tell === undefined ? undefined : call.mask(before);
        textMs = call.nowMs();
        speech = makeSpeech({
          speaker,
          voice,
          playout,
          signal,
          lagMs: given.lagMs(),
          nowMs: call.nowMs,
          askedMs: event.type === "caller_said" ? event.atMs : null,
          began: () => happened({ type: "sound_began" }),
          failed: given.voiceFailed,
        });
      },
      onText: say,
      async played(said) {
        expected(said);
        caption(masked?.mask.finish());
        if (speech === undefined) throw new Error("Nothing has been said.");
        const played = await speech.played(said);
        happened({ type: "sound_ended" });
        if (event.type !== "caller_said" || played.latencyMs === null) return played;
        const moments = { ...marks, askedMs: event.atMs, textMs, soundMs: event.atMs + played.latencyMs };
        const delays = delaysOf(moments, { modelMs: said?.latencyMs ?? null, lagMs: given.lagMs() });
        return delays === null ? played : { ...played, delays };
      },
    };
  }

  async function run(event: Event, stop: AbortController): Promise<void> {
    try {
      const { state } = await call.happen(event, lineOf(event, stop.signal));
      running.delete(stop);
      const ended = state.phase === "ended" ? state.endReason : null;
      happened({ type: "acted", ended, atMs: call.nowMs() });
    } catch (error) {
      running.delete(stop);
      given.failed(error);
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
          await call.happen(
            { type: "system_said", notice },
            lineOf({ type: "system_said", notice }, never.signal),
          );
        } catch (error) {
          given.failed(error);
        }
      });
    },
    interrupt() {
      for (const stop of running) stop.abort();
    },
  };
}
