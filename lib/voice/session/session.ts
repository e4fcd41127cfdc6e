import type { SpokenCall } from "@/lib/calls";
import type { Ctx } from "@/lib/context";
import { UNHEARD } from "@/lib/conversation";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Recording } from "@/lib/recordings";
import { FRAME_MS, FRAME_SAMPLES, rms } from "../audio";
import { type Detector, type Expectation, ProviderFailure, type Providers } from "../providers/port";
import { type Acting, makeActing } from "./acting";
import { type FlowEffect, type FlowEvent, flow, newFlow, type Timer, type Words } from "./flow";
import { handOver } from "./hand-over";
import { makeHearing } from "./hearing";
import { makeKeypad } from "./keypad";
import { KEY_PAUSE_MS, keysOffer } from "./keys";
import { makeLevels } from "./levels";
import type { Ended, Line, Session, Told } from "./line";
import { makeNotices } from "./notices";
import { everyTick, LEAD_FRAMES, makePlayout } from "./playout";
import { makeRecorded } from "./recorded";
import { makeSayings } from "./sayings";
import { namedTimers } from "./timers";

/** Somebody who is not understood this often in a row is offered the keypad. */
const OFFER_KEYS_AFTER = 2;
type Given = {
  ctx: Ctx;
  call: SpokenCall;
  providers: Providers;
  line: Line;
  /** Null where nothing is recorded. */
  recording: Recording | null;
};

const SILENCE = new Int16Array(FRAME_SAMPLES);

/** What went wrong, without a word of what was said. */
const failureOf = (error: unknown) =>
  error instanceof ProviderFailure ? { provider: error.provider, kind: error.kind } : { err: error };

/**
 * Holds a conversation by voice, from the moment that the line is there: the caller's frames go through the detector and
 * the recogniser to the engine (lib/conversation, by lib/calls), and what it says goes through the voice to the line.
 */
export async function openSession(given: Given): Promise<Session> {
  const detector = await given.providers.detector();
  return new SpokenSession(given, detector);
}

class SpokenSession implements Session {
  readonly callId: string;
  readonly over: Promise<void>;
  private call: SpokenCall;
  private line: Line;
  private state;
  private acting: Acting;
  private expectation: Expectation;
  private unheard = 0;
  private shown: Told & { type: "state" } = { type: "state", state: "listening" };
  private readonly levels = makeLevels((level) => this.tell({ type: "level", ...level }));
  private readonly utterance = { startMs: 0, endMs: 0, before: [] as readonly Int16Array[] };
  private closed = false;
  private handing = false;
  private muted = false;
  private readonly recording: Recording | null;
  private readonly notices;
  private readonly recorded;
  private end: () => void = () => undefined;
  private readonly playout;
  private readonly hearing;
  private readonly sayings;
  private readonly keypad = makeKeypad({
    expectation: () => this.expectation,
    nowMs: () => this.call.nowMs(),
    pressed: () => this.happened({ type: "key_pressed" }),
    wait: () => this.timers.arm("keys", KEY_PAUSE_MS),
    typed: (words) => {
      this.timers.disarm("keys");
      if (words !== null) this.unheard = 0;
      this.happened({ type: "keyed", words, atMs: this.call.nowMs() });
    },
  });
  private readonly timers = namedTimers<Timer>((timer) => this.due(timer));
  private readonly stopTicks: () => void;

  constructor(
    private readonly given: Given,
    detector: Detector,
  ) {
    const { call, line, providers } = given;
    this.call = call;
    this.line = line;
    this.callId = call.id;
    this.expectation = { kind: "open", language: call.config.language };
    this.state = newFlow(call.config.inactivity_timeout_s * 1_000);
    this.over = new Promise((resolve) => {
      this.end = resolve;
    });
    this.playout = makePlayout((frame) => this.play(frame));
    this.recording = given.recording;
    this.notices = makeNotices({
      speaker: providers.speaker,
      voice: call.config.voice_id ?? "",
      playout: this.playout,
      lagMs: () => LEAD_FRAMES * FRAME_MS + this.line.lagMs,
      nowMs: () => this.call.nowMs(),
      failed: (error) => this.voiceFailed(error),
    });
    this.recorded = makeRecorded({
      recording: given.recording,
      notices: this.notices,
      nowMs: () => this.call.nowMs(),
      hush: () => {
        if (this.state.acting > 0) this.acting.interrupt();
        this.playout.clear();
        this.line.clear();
      },
      sayings: {
        begin: () => this.sayings.begin(this.utterance.startMs, this.utterance.before),
        finish: () => this.sayings.finish(this.utterance.endMs),
      },
      refused: () => this.happened({ type: "hung_up", reason: "declined", atMs: this.call.nowMs() }),
    });
    this.acting = this.actingIn(call);
    this.sayings = makeSayings({
      recogniser: providers.recogniser,
      expectation: () => this.expectation,
      nowMs: () => this.call.nowMs(),
      seems: (text) =>
        this.tell({ type: "caption", role: "caller", index: null, text: this.call.caption(text) }),
      heard: (words) => this.heard(words),
      failed: (error) => this.warn(error, "speech was not understood for a failure"),
    });
    this.hearing = makeHearing({
      detector,
      nowMs: () => this.call.nowMs(),
      overUs: () => this.state.audible || this.notices.saying(),
      expectation: () => this.expectation,
      happened: (event, before) => {
        if (event.type === "started") {
          Object.assign(this.utterance, { startMs: event.startMs, before });
          if (!this.recorded.speechStarted()) this.happened({ type: "speech_started" });
        } else {
          this.utterance.endMs = event.endMs;
          if (!this.recorded.speechEnded()) this.happened({ type: "speech_ended" });
        }
      },
      spoken: (frame) => this.sayings.push(frame),
      loud: this.levels.caller,
      failed: (error) => {
        this.warn(error, "the detector of speech failed");
        this.happened({ type: "hung_up", reason: "carrier_error", atMs: this.call.nowMs() });
      },
    });
    this.stopTicks = everyTick((now) => this.playout.tick(now));
    this.watchLease();
    void this.begin();
  }

  frame(frame: Int16Array): void {
    if (this.closed) return;
    this.recording?.frame("caller", this.muted ? SILENCE : frame, this.call.nowMs());
    this.hearing.frame(frame);
  }

  key(key: string): void {
    if (this.closed) return;
    if (this.recorded.isRefusal(key, this.state.caller === "typing", this.expectation))
      void this.declinedByKey();
    else if (!this.recorded.beforehand()) this.keypad.press(key);
  }

  mute(muted: boolean): void {
    this.muted = muted;
    this.hearing.mute(muted);
    if (muted) this.hearing.stop();
  }

  hangUp(reason?: "carrier_error"): void {
    this.leave(reason === undefined ? {} : { reason });
  }

  lost(): void {
    if (this.closed) return;
    this.hearing.stop();
    this.happened({ type: "lost", atMs: this.call.nowMs() });
  }

  hasEnded(): boolean {
    return this.closed || this.state.line === "over" || this.state.leaving !== null;
  }

  attach(line: Line): boolean {
    if (this.hasEnded()) return false;
    this.line = line;
    this.happened({ type: "back", atMs: this.call.nowMs() });
    line.tell(this.shown);
    return true;
  }

  async stop(): Promise<void> {
    this.leave({ reason: "interrupted_by_restart" });
    await this.over;
  }

  private async begin(): Promise<void> {
    await this.recorded.begin();
    this.happened({ type: "connected", longestMs: this.leftMs() });
  }

  private async declinedByKey(): Promise<void> {
    const beforehand = this.recorded.beforehand();
    if (!beforehand) this.happened({ type: "key_pressed" });
    await this.recorded.declined("key");
    if (!beforehand) this.happened({ type: "keyed", words: null, atMs: this.call.nowMs(), repeat: true });
  }

  private async declinedByWords(): Promise<void> {
    await this.recorded.declined("words");
    this.happened({ type: "heard", words: null, atMs: this.call.nowMs(), repeat: true });
  }

  private leave(how: { reason?: "interrupted_by_restart" | "carrier_error" }): void {
    if (this.closed) return;
    this.notices.cut();
    this.hearing.stop();
    this.happened({ type: "hung_up", atMs: this.call.nowMs(), ...how });
  }

  private actingIn(call: SpokenCall): Acting {
    return makeActing({
      call,
      speaker: this.given.providers.speaker,
      playout: this.playout,
      lagMs: () => LEAD_FRAMES * FRAME_MS + this.line.lagMs,
      tell: (told) => this.tell(told),
      happened: (event) => this.happened(event),
      expects: (expectation) => {
        this.expectation = expectation;
      },
      hint: (expectation) => (this.unheard >= OFFER_KEYS_AFTER ? keysOffer(expectation) : null),
      voiceFailed: (error) => this.voiceFailed(error),
      failed: (error) => {
        // Another has taken the call over, or nothing can be stored: it is not ours to go on with.
        if (!(error instanceof AppError)) this.warn(error, "a spoken call could not go on");
        void this.letGo();
      },
    });
  }

  private voiceFailed(error: unknown): void {
    this.warn(error, "the voice failed");
    this.happened({ type: "hung_up", reason: "carrier_error", atMs: this.call.nowMs() });
  }

  /** What the rules say to what happened, done. */
  private happened(event: FlowEvent): void {
    if (this.closed) return;
    const [state, effects] = flow(this.state, event);
    this.state = state;
    for (const effect of effects) this.perform(effect);
    this.show();
  }

  private perform(effect: FlowEffect): void {
    const { sayings, timers, playout } = this;
    switch (effect.type) {
      case "act":
        this.acting.act(effect.event);
        break;
      case "interrupt":
        this.acting.interrupt();
        playout.clear();
        this.line.clear();
        this.recording?.cleared(this.call.nowMs());
        break;
      case "begin_utterance":
        sayings.begin(this.utterance.startMs, this.utterance.before);
        break;
      case "finish_utterance":
        sayings.finish(this.utterance.endMs);
        break;
      case "discard_utterance":
        sayings.discard();
        break;
      case "arm":
        timers.arm(effect.timer, effect.ms);
        break;
      case "disarm":
        timers.disarm(effect.timer);
        break;
      case "pause":
        playout.pause();
        break;
      case "resume":
        playout.resume();
        break;
      case "let_go":
        void this.letGo();
        break;
      case "close":
        void this.close(effect.reason);
    }
  }

  private due(timer: Timer): void {
    if (timer === "keys") this.keypad.complete();
    else this.happened({ type: "timer", timer, atMs: this.call.nowMs() });
  }

  private heard(words: Words | null): void {
    if (this.recorded.heard(words)) return;
    if (this.recorded.refuses(words)) {
      void this.declinedByWords();
      return;
    }
    if (words !== null) this.unheard = words.text === UNHEARD ? this.unheard + 1 : 0;
    this.happened({ type: "heard", words, atMs: this.call.nowMs() });
  }

  private play(frame: Int16Array): void {
    this.hearing.played(frame);
    this.levels.agent(rms(frame));
    this.recording?.frame("agent", frame, this.call.nowMs());
    this.line.send(frame);
  }

  private tell(told: Told): void {
    if (!this.closed && this.state.line !== "lost") this.line.tell(told);
  }

  private show(): void {
    const { audible, acting } = this.state;
    const state = audible ? "speaking" : acting > 0 ? "thinking" : "listening";
    if (state === this.shown.state) return;
    this.shown = { type: "state", state };
    this.tell(this.shown);
  }

  private leftMs(): number {
    return Math.max(0, this.call.config.max_duration_s * 1_000 - this.call.nowMs());
  }

  private watchLease(): void {
    this.call.signal.addEventListener("abort", () => this.happened({ type: "wanted" }), { once: true });
  }

  /** Gives the call to whoever wants it: mostly it has ended then. */
  private async letGo(): Promise<void> {
    if (this.closed || this.handing) return;
    this.handing = true;
    this.sayings.stop();
    this.timers.stop();
    try {
      const left = await handOver(this.given.ctx, this.call);
      if (typeof left === "string") return await this.close(left);
      this.call = left;
      this.acting = this.actingIn(left);
      this.watchLease();
      this.happened({ type: "taken_back", atMs: left.nowMs(), longestMs: this.leftMs() });
    } catch (error) {
      this.warn(error, "a spoken call could not be taken back");
      await this.close("carrier_error");
    } finally {
      this.handing = false;
    }
  }

  private async close(reason: Ended): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.notices.cut();
    this.timers.stop();
    this.stopTicks();
    this.acting.interrupt();
    this.sayings.stop();
    this.playout.clear();
    this.hearing.close();
    this.given.providers.recogniser.close();
    this.given.providers.speaker.close();
    this.line.close(reason);
    log.debug(
      { callId: this.callId, reason, late: this.playout.late(), dropped: this.hearing.dropped() },
      "a spoken call is over",
    );
    await Promise.all([this.recording?.end(this.call.nowMs()), this.call.settled()]);
    await this.call.release();
    this.end();
  }

  private warn(error: unknown, message: string): void {
    log.warn({ callId: this.callId, ...failureOf(error) }, message);
  }
}
