import type { SpokenCall } from "@/lib/calls/calls";
import type { Recording } from "@/lib/calls/recordings";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { rms } from "../audio";
import type { Detector, Providers } from "../providers/port";
import { type AgentSide, makeAgentSide } from "./agent-side";
import { type CallerSide, makeCallerSide } from "./caller-side";
import { type FlowEvent, flow, newFlow, type Timer } from "./flow";
import { handOver } from "./hand-over";
import { type Held, warn } from "./held";
import { KEY_PAUSE_MS } from "./keys";
import { makeLevels } from "./levels";
import type { Ended, Line, Session, Told } from "./line";
import { perform } from "./perform";
import { keepTime } from "./playout";
import { namedTimers } from "./timers";

type Given = {
  ctx: Ctx;
  call: SpokenCall;
  providers: Providers;
  line: Line;
  /** Null where nothing is recorded. */
  recording: Recording | null;
};

/**
 * Holds a conversation by voice, from the moment that the line is there: the caller's frames go through the detector and
 * the transcriber to the engine (lib/calls/conversation, by lib/calls/calls), and what it says goes through the voice to the line.
 */
export async function openSession(given: Given): Promise<Session> {
  const detector = await given.providers.detector();
  return new SpokenSession({ ...given }, detector);
}

/** Where the rules (`flow`) meet what they rule: both sides, the line, and the hold on the call. */
class SpokenSession implements Session {
  readonly callId: string;
  readonly over: Promise<void>;
  private end: () => void = () => undefined;
  private state;
  private closed = false;
  /** Under way to whoever wants the call, and back. */
  private handing: Promise<void> | null = null;
  private shown: Told & { type: "state" } = { type: "state", state: "listening" };
  private readonly agent: AgentSide;
  private readonly caller: CallerSide;
  private readonly timers = namedTimers<Timer>((timer) => this.due(timer));

  constructor(
    private readonly held: Held,
    detector: Detector,
  ) {
    const { call } = held;
    this.callId = call.id;
    this.state = newFlow(call.config.inactivity_timeout_s * 1_000);
    this.over = new Promise((resolve) => {
      this.end = resolve;
    });
    const levels = makeLevels((level) => this.tell({ type: "level", ...level }));
    const happened = (event: FlowEvent) => this.happened(event);
    this.agent = makeAgentSide({
      held,
      tell: held.line.tell === undefined ? undefined : (told) => this.tell(told),
      happened,
      hint: (expectation) => this.caller.hint(expectation),
      sent: (frame) => {
        const loud = rms(frame);
        this.caller.played(loud);
        levels.agent(loud);
      },
      marks: () => this.caller.marks(),
      changed: () => this.show(),
      lost: () => this.letGo(),
    });
    this.caller = makeCallerSide({
      held,
      detector,
      agent: this.agent,
      flow: () => this.state,
      happened,
      isOver: () => this.hasEnded(),
      ours: async () => {
        await this.handing;
      },
      note: (notice) => {
        if (this.handing === null) this.agent.note(notice);
        else void this.handing.then(() => this.agent.note(notice));
      },
      waitForKeys: (wait) => (wait ? this.timers.arm("keys", KEY_PAUSE_MS) : this.timers.disarm("keys")),
      seems:
        held.line.tell === undefined
          ? undefined
          : (text) =>
              this.tell({ type: "caption", role: "caller", index: null, text: held.call.caption(text) }),
      loud: levels.caller,
    });
    this.watchLease();
    void this.begin();
  }

  frame(frame: Int16Array): void {
    if (!this.closed) this.caller.frame(frame);
    keepTime();
  }

  key(key: string): void {
    if (!this.closed) this.caller.key(key);
  }

  mute(muted: boolean): void {
    this.caller.mute(muted);
  }

  hangUp(reason?: "carrier_error"): void {
    this.leave(reason === undefined ? {} : { reason });
  }

  lost(): void {
    // A line that comes back before its loss was noticed tells of it twice.
    if (this.closed || this.state.line !== "up") return;
    this.caller.lost();
    this.happened({ type: "lost", atMs: this.nowMs() });
  }

  hasEnded(): boolean {
    return this.closed || this.state.line === "over" || this.state.leaving !== null;
  }

  attach(line: Line): boolean {
    if (this.hasEnded()) return false;
    this.held.line = line;
    this.happened({ type: "back", atMs: this.nowMs() });
    this.caller.back();
    line.tell?.(this.shown);
    return true;
  }

  async stop(): Promise<void> {
    this.leave({ reason: "interrupted_by_restart" });
    this.agent.through.stop();
    await this.over;
  }

  private nowMs(): number {
    return this.held.call.nowMs();
  }

  private async begin(): Promise<void> {
    const begun = this.caller.begin();
    this.show();
    const words = await begun;
    // What happens while somebody else wants the call is not heeded; the conversation begins behind it.
    await this.handing;
    this.happened({ type: "connected", longestMs: this.leftMs(), words });
  }

  private leave(how: { reason?: "interrupted_by_restart" | "carrier_error" }): void {
    if (this.closed) return;
    this.agent.notices.cut();
    this.caller.stop();
    this.happened({ type: "hung_up", atMs: this.nowMs(), ...how });
  }

  /** What the rules say to what happened, done. */
  private happened(event: FlowEvent): void {
    if (this.closed) return;
    const [state, effects] = flow(this.state, event);
    this.state = state;
    const { agent, caller, timers } = this;
    const parts = {
      agent,
      caller,
      timers,
      letGo: () => this.letGo(),
      close: (reason: Ended) => this.close(reason),
    };
    for (const effect of effects) perform(parts, effect);
    this.show();
  }

  private due(timer: Timer): void {
    if (timer === "keys") this.caller.keysComplete();
    else this.happened({ type: "timer", timer, atMs: this.nowMs() });
  }

  private tell(told: Told): void {
    if (!this.closed && this.state.line !== "lost") this.held.line.tell?.(told);
  }

  private show(): void {
    const { audible, acting } = this.state;
    const state = audible || this.agent.notices.saying() ? "speaking" : acting > 0 ? "thinking" : "listening";
    if (state === this.shown.state) return;
    this.shown = { type: "state", state };
    this.tell(this.shown);
  }

  private leftMs(): number {
    return Math.max(0, this.held.call.config.max_duration_s * 1_000 - this.nowMs());
  }

  private watchLease(): void {
    this.held.call.signal.addEventListener("abort", () => this.happened({ type: "wanted" }), { once: true });
  }

  /** Gives the call to whoever wants it: mostly it has ended then. */
  private letGo(): void {
    if (this.closed || this.handing !== null) return;
    this.handing = this.giveAway().finally(() => {
      this.handing = null;
    });
  }

  private async giveAway(): Promise<void> {
    this.caller.sayings.stop();
    this.timers.stop();
    try {
      const left = await handOver(this.held.ctx, this.held.call);
      if (typeof left === "string") return await this.close(left);
      this.held.call = left;
      this.agent.retake();
      this.watchLease();
      this.happened({ type: "taken_back", atMs: left.nowMs(), longestMs: this.leftMs() });
    } catch (error) {
      warn(this.held, error, "a spoken call could not be taken back");
      await this.close("carrier_error");
    }
  }

  private async close(reason: Ended): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const { agent, caller, held, callId } = this;
    this.timers.stop();
    agent.close();
    caller.close();
    held.line.close(reason);
    log.debug({ callId, reason, late: agent.late(), dropped: caller.dropped() }, "a spoken call is over");
    // What somebody else goes on with is over as a call of ours; its recording may not be.
    const bridged = agent.through.bridged();
    // Behind a bridge it is still listened for a refusal.
    void (bridged ?? Promise.resolve()).finally(() => held.providers.transcriber.close());
    const endRecording = async () => held.recording?.end(held.call.nowMs());
    await Promise.all([bridged === null ? endRecording() : null, held.call.settled()]);
    await held.call.release();
    if (bridged !== null) await bridged.then(endRecording);
    this.end();
  }
}
