import type { SpokenCall } from "@/lib/calls/calls";
import type { JoinEnd, JoinKind, JoinRefusal } from "@/lib/calls/joins";
import type { ListeningRule, Recording } from "@/lib/calls/recordings";
import { FRAME_SAMPLES, rms } from "@/lib/platform/audio";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Providers, Vad } from "../providers/port";
import { type AgentSide, createAgentSide } from "./agent-side";
import { announceListener } from "./announce-listener";
import { advanceCallState, type CallStateEvent, createCallState, type Timer } from "./call-state-machine";
import { type CallerSide, createCallerSide } from "./caller-side";
import { KEY_PAUSE_MS } from "./dtmf";
import { handOver } from "./hand-over";
import { type HeldCall, warn } from "./held-call";
import { makeLevels } from "./levels";
import type { Ended, Line, LineMessage, Session } from "./line";
import { createListeners, listeningRefusal } from "./listeners";
import type { JoinedMember, MemberLine } from "./member";
import { performEffect } from "./perform";
import { keepTime } from "./playout";
import { createTakeOver, type TakeOver, type TakeOverEnd } from "./take-over";
import { namedTimers } from "./timers";

const SILENCE = new Int16Array(FRAME_SAMPLES);

type Options = {
  ctx: Ctx;
  call: SpokenCall;
  providers: Providers;
  line: Line;
  /** Null where nothing is recorded. */
  recording: Recording | null;
  /** The call has been talking before, on a line that broke. */
  isResumed?: boolean;
};

/**
 * Holds a conversation by voice, from the moment that the line is there: the caller's frames go through the VAD and
 * the transcriber to the engine (lib/calls/conversation, by lib/calls/calls), and what it says goes through the voice to the line.
 */
export async function openSession(options: Options): Promise<Session> {
  const vad = await options.providers.vad();
  const { isResumed = false, ...heldCall } = options;
  return new SpokenSession(heldCall, vad, isResumed);
}

/** Where the rules (`flow`) meet what they rule: both sides, the line, and the hold on the call. */
class SpokenSession implements Session {
  readonly callId: string;
  readonly over: Promise<void>;
  private end: () => void = () => undefined;
  private state;
  private closed = false;
  /** The call is being released to another process, or acquired again. */
  private handing: Promise<void> | null = null;
  /** The line broke; the call is released for the process that its caller is connected to next. */
  private parking = false;
  /** The conversation has begun. */
  private isConversing = false;
  private isMuted = false;
  /** The caller left a member; how, if their line failed. */
  private leaving: { reason?: "carrier_error" } | null = null;
  /** A member takes over the call, or has done so. */
  private takingOver: TakeOver | null = null;
  /** Members who are about to listen, while the caller is told. */
  private announcing = 0;
  private readonly listeners;
  private lastShown: LineMessage & { type: "state" } = { type: "state", state: "listening" };
  private readonly agent: AgentSide;
  private readonly caller: CallerSide;
  private readonly timers = namedTimers<Timer>((timer) => this.due(timer));

  constructor(
    private readonly heldCall: HeldCall,
    vad: Vad,
    private readonly isResumed: boolean,
  ) {
    const { call } = heldCall;
    this.callId = call.id;
    this.state = createCallState(
      call.config.inactivity_timeout_s * 1_000,
      call.config.interruption_sensitivity,
    );
    this.over = new Promise((resolve) => {
      this.end = resolve;
    });
    this.listeners = createListeners(heldCall);
    const levels = makeLevels((level) => this.display({ type: "level", ...level }));
    const happened = (event: CallStateEvent) => this.happened(event);
    this.agent = createAgentSide({
      heldCall,
      tell: heldCall.line.display === undefined ? undefined : (message) => this.display(message),
      happened,
      hint: (expectation) => this.caller.hint(expectation),
      sent: (frame) => {
        const loud = rms(frame);
        this.caller.played(loud);
        levels.agent(loud);
        this.listeners.push("agent", frame);
      },
      marks: () => this.caller.marks(),
      changed: () => this.show(),
      lost: () => this.letGo(),
    });
    this.caller = createCallerSide({
      heldCall,
      vad,
      agent: this.agent,
      flow: () => this.state,
      happened,
      isOver: () => this.hasEnded(),
      waitUntilOwned: async () => {
        await this.handing;
      },
      note: (notice) => {
        if (this.handing === null) this.agent.note(notice);
        else void this.handing.then(() => this.agent.note(notice));
      },
      waitForKeys: (wait) => (wait ? this.timers.arm("keys", KEY_PAUSE_MS) : this.timers.disarm("keys")),
      seems:
        heldCall.line.display === undefined
          ? undefined
          : (text) =>
              this.display({
                type: "caption",
                role: "caller",
                index: null,
                text: heldCall.call.maskCaption(text),
              }),
      loud: levels.caller,
    });
    this.watchLease();
    void this.begin();
  }

  frame(frame: Int16Array): void {
    if (!this.closed) {
      const audible = this.isMuted ? SILENCE : frame;
      if (this.takingOver?.isRunning()) this.takingOver.callerFrame(audible);
      else this.caller.frame(frame);
      this.listeners.push("caller", audible);
    }
    keepTime();
  }

  missing(frames: number): void {
    if (!this.closed) this.caller.missing(frames);
  }

  key(key: string): void {
    if (!this.closed && this.takingOver === null) this.caller.key(key);
  }

  mute(muted: boolean): void {
    this.isMuted = muted;
    this.caller.mute(muted);
  }

  hangUp(reason?: "carrier_error"): void {
    if (this.takingOver !== null) {
      this.leaving ??= reason === undefined ? {} : { reason };
      this.takingOver.end("caller_left");
      return;
    }
    this.leave(reason === undefined ? {} : { reason });
  }

  lost(): void {
    // A line that comes back before its loss was noticed tells of it twice.
    if (this.closed || this.state.line !== "up") return;
    if (this.takingOver !== null) {
      this.takingOver.callerLost();
      return;
    }
    this.caller.lost();
    this.happened({ type: "lost", atMs: this.nowMs() });
  }

  hasEnded(): boolean {
    return this.closed || this.parking || this.state.line === "over" || this.state.leaving !== null;
  }

  attach(line: Line): boolean {
    if (this.hasEnded()) return false;
    this.heldCall.line = line;
    this.takingOver?.callerBack();
    this.happened({ type: "back", atMs: this.nowMs() });
    this.caller.back();
    line.display?.(this.lastShown);
    return true;
  }

  async park(): Promise<void> {
    if (this.hasEnded()) return this.over;
    this.parking = true;
    this.caller.lost();
    this.takingOver?.end("parked");
    this.happened({ type: "wanted" });
    return this.over;
  }

  async stop(): Promise<void> {
    if (this.takingOver === null) this.leave({ reason: "interrupted_by_restart" });
    else this.takingOver.end("stopped");
    this.agent.through.stop();
    await this.over;
  }

  joinRefusal(kind: JoinKind, unrecorded: ListeningRule): JoinRefusal | null {
    const isQuiet = !this.caller.isEngaged() && !this.agent.through.isTransferring();
    if (!this.isConversing || this.hasEnded() || this.state.line !== "up" || !isQuiet)
      return "call_join_not_ready";
    if (kind === "listen") return this.listeningRefusal(unrecorded);
    if (this.takingOver !== null) return "call_already_taken_over";
    return this.state.isRequested ? "call_join_not_ready" : null;
  }

  takeOver(
    member: MemberLine,
    { acceptsRecording }: { acceptsRecording: boolean },
  ): JoinedMember | JoinRefusal {
    const refusal = this.joinRefusal("take_over", "undecided");
    if (refusal !== null) return refusal;
    const { heldCall } = this;
    this.takingOver = createTakeOver({
      heldCall,
      notices: this.agent.notices,
      note: (text, startMs, endMs, isComplete) =>
        this.agent.note({ kind: "member_joined", text, startMs, endMs, interrupted: !isComplete }),
      member,
      acceptsRecording,
      relayed: (leg, frame) => this.listeners.push(leg, frame),
    });
    member.display({ state: "waiting", is_recorded: false });
    this.agent.notices.interrupt();
    heldCall.call.discardDraft();
    this.caller.stop();
    this.happened({ type: "wanted" });
    return this.takingOver.joined;
  }

  async listen(member: MemberLine, unrecorded: ListeningRule): Promise<JoinedMember | JoinRefusal | JoinEnd> {
    const refusal = this.joinRefusal("listen", unrecorded);
    if (refusal !== null) return refusal;
    const { heldCall } = this;
    if (this.listeningRule(unrecorded) === "announced") {
      member.display({ state: "waiting", is_recorded: false });
      this.announcing++;
      const wasHeard = await announceListener({
        heldCall,
        notices: this.agent.notices,
        note: (notice) => this.agent.note(notice),
        isQuiet: () => this.isQuiet(),
        isOver: () => this.hasEnded() || this.takingOver !== null,
      }).finally(() => void this.announcing--);
      if (this.hasEnded()) return "call_ended";
      if (!wasHeard) return "not_announced";
    }
    return this.listeningRefusal(unrecorded) ?? this.listeners.add(member);
  }

  /** The agent listens, and the caller says nothing. */
  private isQuiet(): boolean {
    const { acting, audible, caller, transcribing, line, isRequested } = this.state;
    const isIdle = acting === 0 && !audible && caller === "quiet" && transcribing === 0;
    return (
      isIdle && line === "up" && !isRequested && !this.agent.notices.saying() && !this.caller.isEngaged()
    );
  }

  private listeningRule(unrecorded: ListeningRule): ListeningRule {
    return this.heldCall.recording?.listeningRule() ?? unrecorded;
  }

  private listeningRefusal(unrecorded: ListeningRule): JoinRefusal | null {
    const rule = this.listeningRule(unrecorded);
    const refusal = listeningRefusal(this.heldCall, rule, this.listeners.count() + this.announcing);
    const mustAnnounce = rule === "announced";
    // An announcement would interrupt the two people.
    return refusal ?? (this.takingOver !== null && mustAnnounce ? "call_join_not_ready" : null);
  }

  private nowMs(): number {
    return this.heldCall.call.nowMs();
  }

  private async begin(): Promise<void> {
    const started = this.caller.begin(this.isResumed ? "resumed" : "began");
    this.show();
    const words = await started;
    // Events while another process requests the call are ignored; the conversation starts afterwards.
    await this.handing;
    const resumedMs = this.isResumed ? { resumedMs: this.nowMs() } : {};
    this.isConversing = true;
    this.happened({ type: "connected", longestMs: this.leftMs(), words, ...resumedMs });
  }

  private leave(end: { reason?: "interrupted_by_restart" | "carrier_error" }): void {
    if (this.closed) return;
    this.agent.notices.interrupt();
    this.heldCall.call.discardDraft();
    this.caller.stop();
    this.happened({ type: "hung_up", atMs: this.nowMs(), ...end });
  }

  /** Applies the effects of an event. */
  private happened(event: CallStateEvent): void {
    if (this.closed) return;
    const [state, effects] = advanceCallState(this.state, event);
    this.state = state;
    const { agent, caller, timers } = this;
    const parts = {
      agent,
      caller,
      timers,
      letGo: () => this.letGo(),
      close: (reason: Ended) => this.close(reason),
    };
    for (const effect of effects) performEffect(parts, effect);
    this.show();
  }

  private due(timer: Timer): void {
    if (timer === "keys") this.caller.keysComplete();
    else this.happened({ type: "timer", timer, atMs: this.nowMs() });
  }

  private display(message: LineMessage): void {
    if (!this.closed && this.state.line !== "lost") this.heldCall.line.display?.(message);
  }

  private show(): void {
    const { audible, acting } = this.state;
    const state = audible || this.agent.notices.saying() ? "speaking" : acting > 0 ? "thinking" : "listening";
    if (state === this.lastShown.state) return;
    this.lastShown = { type: "state", state };
    this.display(this.lastShown);
  }

  private leftMs(): number {
    return Math.max(0, this.heldCall.call.config.max_duration_s * 1_000 - this.nowMs());
  }

  private watchLease(): void {
    const release = () => {
      this.takingOver?.end("released");
      this.happened({ type: "wanted" });
    };
    this.heldCall.call.signal.addEventListener("abort", release, { once: true });
  }

  /** Releases the call to the process that requests it; mostly it has then ended. */
  private letGo(): void {
    if (this.closed || this.handing !== null) return;
    const { takingOver } = this;
    const work = takingOver === null ? this.giveAway() : this.bridge(takingOver);
    this.handing = work.finally(() => {
      this.handing = null;
    });
  }

  /** The agent is silent now: the caller talks to the member, until one of them leaves. */
  private async bridge(takingOver: TakeOver): Promise<void> {
    this.timers.stop();
    const end = await takingOver.run();
    this.takingOver = null;
    if (end === "released" || end === "parked") return this.giveAway();
    const ends = this.hangUpAfter(end, takingOver.wasConnected());
    this.happened({ type: "member_left", atMs: this.nowMs(), longestMs: this.leftMs(), ends });
  }

  /** How the call ends after a takeover; null if the agent continues. A call with a member ends like a transferred one. */
  private hangUpAfter(end: TakeOverEnd, wasConnected: boolean) {
    if (end === "stopped") return { reason: "interrupted_by_restart" } as const;
    if (end === "caller_left")
      return wasConnected ? ({ reason: "transferred" } as const) : (this.leaving ?? {});
    if (wasConnected && (end === "left" || end === "too_long")) return { reason: "transferred" } as const;
    return null;
  }

  private async giveAway(): Promise<void> {
    this.caller.sayings.stop();
    this.timers.stop();
    if (this.parking) return this.leaveToOthers();
    try {
      const left = await handOver(this.heldCall.ctx, this.heldCall.call);
      if (typeof left === "string") return await this.close(left);
      this.heldCall.call = left;
      if (this.parking) return await this.leaveToOthers();
      this.agent.retake();
      this.watchLease();
      this.happened({ type: "taken_back", atMs: left.nowMs(), longestMs: this.leftMs() });
    } catch (error) {
      warn(this.heldCall, error, "a spoken call could not be taken back");
      await this.close("carrier_error");
    }
  }

  /** The call continues without this process. */
  private async leaveToOthers(): Promise<void> {
    if (this.closed) return;
    this.stopParts();
    const { heldCall, callId } = this;
    heldCall.providers.transcriber.close();
    log.info({ callId }, "the line of a call broke; the call waits for a new one");
    await Promise.all([heldCall.call.park(), heldCall.recording?.suspend(heldCall.call.nowMs())]);
    this.end();
  }

  private stopParts(): void {
    this.closed = true;
    this.takingOver?.end("call_ended");
    this.listeners.close();
    this.timers.stop();
    this.agent.close();
    this.caller.close();
  }

  private async close(reason: Ended): Promise<void> {
    if (this.closed) return;
    this.stopParts();
    const { agent, caller, heldCall, callId } = this;
    heldCall.line.close(reason);
    log.debug({ callId, reason, late: agent.late(), dropped: caller.dropped() }, "a spoken call is over");
    // A call that another process continues is over here; its recording can continue.
    const bridged = agent.through.bridged();
    // Behind a bridge it is still listened for a refusal.
    void (bridged ?? Promise.resolve()).finally(() => heldCall.providers.transcriber.close());
    const endRecording = async () => heldCall.recording?.end(heldCall.call.nowMs());
    await Promise.all([bridged === null ? endRecording() : null, heldCall.call.waitUntilSettled()]);
    await heldCall.call.release();
    if (bridged !== null) await bridged.then(endRecording);
    this.end();
  }
}
