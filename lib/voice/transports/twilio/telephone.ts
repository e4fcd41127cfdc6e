import type { WebSocket } from "ws";
import type { CarrierAccount } from "@/lib/agents/integrations";
import type { StreamUse, TransferAnswer } from "@/lib/calls/calls";
import { type DialRequest, dialFromCall, hangUpTelephone } from "@/lib/outreach/carriers";
import type { Ctx } from "@/lib/platform/context";
import { subscribe } from "@/lib/platform/live";
import { VOICE_LIMITS } from "../../limits";
import type { Line, LineTransfer, Session } from "../../session/line";
import { listen } from "./listener";
import type { Wire } from "./wire";

type Failure = TransferAnswer & { ok: false };
/** What becomes of a call that is being put through. */
type Turn =
  | "bridged"
  | "bridged_unrecorded"
  | "left"
  | "late"
  | "aborted"
  | "hung_up"
  | "broken"
  | Failure["why"];
/** How the caller's line ends, where putting them through has ended it. */
const ENDS: Partial<Record<Turn, "hung_up" | "broken">> = {
  left: "hung_up",
  hung_up: "hung_up",
  late: "broken",
  broken: "broken",
};
const isFailure = (turn: Turn): turn is Failure["why"] =>
  turn !== "bridged" && turn !== "bridged_unrecorded" && turn !== "aborted" && ENDS[turn] === undefined;

const WHY: Partial<Record<StreamUse, Failure["why"]>> = {
  back_busy: "busy",
  back_no_answer: "no_answer",
  back_unreachable: "unreachable",
};

type Given = { ctx: Ctx; account: CarrierAccount; callId: string };

/** A telephone call's line: a media stream, which the carrier takes away while it rings somebody else. */
export type Telephone = Required<Omit<Line, "tell">> & {
  /** The stream that it begins with. */
  begin(wire: Wire): void;
  serve(session: Session): void;
  /** The stream of a wire is gone. */
  gone(wire: Wire | null, how: "hung_up" | "broken"): void;
  /** A stream comes back, as nobody has taken over. False where none is waited for. */
  back(wire: Wire, use: StreamUse): boolean;
  /** Whether a copy of what is said is waited for. */
  listens(): boolean;
  overhear(socket: WebSocket): void;
};

/** Resolves with what a signal's or a timer's end stands for. */
function sooner(signal: AbortSignal, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<Turn>((resolve) => {
    timer = setTimeout(() => resolve("late"), ms);
    if (signal.aborted) resolve("aborted");
    signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
  return { ended, stop: () => clearTimeout(timer) };
}

export function makeTelephone({ ctx, account, callId }: Given): Telephone {
  let wire: Wire | null = null;
  let session: Session | undefined;
  /** Set while somebody else is being rung. */
  let turned: ((turn: Turn) => void) | null = null;
  /** The carrier's name of the call, while it is the carrier's to go on with. */
  let away: string | null = null;
  /** How the stream went, where nobody has been told yet. */
  let went: "hung_up" | "broken" | null = null;
  let overhear: LineTransfer["overhear"] = null;
  let heardOut: () => void = () => undefined;
  /** The copy of what is said behind a bridge. */
  let copy: WebSocket | null = null;

  const leave = (how: "hung_up" | "broken") =>
    session?.hangUp(how === "hung_up" ? undefined : "carrier_error");

  /** Has the carrier ring a number in the place of our stream, and waits for what comes of it. */
  async function ring(sid: string, to: string, signal: AbortSignal): Promise<Turn> {
    const outcome = new Promise<Turn>((resolve) => {
      turned = resolve;
    });
    const news = await subscribe(callId, (kind) => {
      if (kind === "bridged" || kind === "bridged_unrecorded" || kind === "left") turned?.(kind);
    }).catch(() => null);
    const { ended, stop } = sooner(signal, VOICE_LIMITS.transferMs);
    try {
      const request: DialRequest = { callId, sid, to, announced: overhear !== null };
      const asked = news === null ? "unavailable" : await dialFromCall(ctx, account, request);
      // The stream may have gone all the same; who has not been told is told now.
      if (asked !== "done") return went ?? (asked === "over" ? "left" : asked);
      away = sid;
      const turn = await Promise.race([outcome, ended]);
      if (turn !== "aborted" && turn !== "late") away = null;
      return turn;
    } finally {
      turned = null;
      stop();
      news?.();
    }
  }

  return {
    get lagMs() {
      return wire?.lagMs ?? 0;
    },
    begin(first) {
      wire = first;
    },
    serve(held) {
      session = held;
      wire?.serve(held);
      if (went !== null) leave(went);
    },
    gone(from, how) {
      if (from !== wire) return;
      wire = null;
      went = how;
      if (turned === null) leave(how);
    },
    back(next, use) {
      const why = WHY[use];
      if (turned === null || why === undefined || session === undefined) return false;
      wire = next;
      went = null;
      next.serve(session);
      turned(why);
      return true;
    },
    listens: () => overhear !== null,
    overhear(socket) {
      if (overhear === null) return socket.terminate();
      const heard = overhear;
      overhear = null;
      copy = socket;
      void listen(socket, account.accountSid, heard).then(heardOut);
    },
    send: (frames) => wire?.send(frames),
    clear: () => wire?.clear(),
    heard: async () => (await wire?.heard()) ?? false,
    close(reason) {
      if (wire !== null) wire.close(reason);
      // Nobody is on this line any more, and the carrier still rings somebody else.
      else if (away !== null) void hangUpTelephone(account, away);
      wire = null;
      away = null;
    },
    async transfer(request, signal) {
      const sid = wire?.callSid ?? null;
      if (sid === null || turned !== null) return { ok: false, why: "unavailable" };
      const over = new Promise<void>((resolve) => {
        heardOut = resolve;
      });
      overhear = request.overhear;
      const turn = await ring(sid, request.to, signal);
      if (turn === "bridged") {
        // Whoever has not begun to send a copy by now will not.
        if (overhear !== null) setTimeout(() => overhear !== null && heardOut(), VOICE_LIMITS.startMs);
        return { ok: true, over, refused: false };
      }
      overhear = null;
      if (turn === "bridged_unrecorded") {
        copy?.terminate();
        return { ok: true, over, refused: true };
      }
      const end = ENDS[turn];
      if (end !== undefined) leave(end);
      return { ok: false, why: isFailure(turn) ? turn : "ended" };
    },
  };
}
