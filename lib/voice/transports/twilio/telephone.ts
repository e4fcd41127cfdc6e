import type { WebSocket } from "ws";
import { isSipAddress } from "@/lib/agents/agents/values";
import type { CarrierAccount } from "@/lib/agents/integrations";
import type { StreamUse, TransferAnswer } from "@/lib/calls/calls";
import { hangUpCarrierCall, startTransfer, type TransferRequest } from "@/lib/outreach/carriers";
import type { Ctx } from "@/lib/platform/context";
import { subscribe } from "@/lib/platform/live";
import { VOICE_LIMITS } from "../../limits";
import type { Line, LineTransfer, Session } from "../../session/line";
import { listen } from "./listener";
import type { Wire } from "./wire";

type Failure = TransferAnswer & { ok: false };
/** The result of a transfer. */
type Turn =
  | "bridged"
  | "bridged_unrecorded"
  | "left"
  | "late"
  | "aborted"
  | "hung_up"
  | "broken"
  | Failure["reason"];
/** How the caller's line ends, where putting them through has ended it. */
const ENDS: Partial<Record<Turn, "hung_up" | "broken">> = {
  left: "hung_up",
  hung_up: "hung_up",
  late: "broken",
  broken: "broken",
};
const isFailure = (turn: Turn): turn is Failure["reason"] =>
  turn !== "bridged" && turn !== "bridged_unrecorded" && turn !== "aborted" && ENDS[turn] === undefined;

const WHY: Partial<Record<StreamUse, Failure["reason"]>> = {
  back_busy: "busy",
  back_no_answer: "no_answer",
  back_not_accepted: "not_accepted",
  back_unreachable: "unreachable",
};

type Options = { ctx: Ctx; account: CarrierAccount; callId: string; resumptions: number };

/** A telephone call's line: a media stream, which the carrier closes while a transfer rings. */
export type Telephone = Required<Omit<Line, "display">> & {
  /** How often the call had been resumed when this line began. */
  readonly resumptions: number;
  /** The stream that it begins with. */
  begin(wire: Wire): void;
  serve(session: Session): void;
  /** The caller is connected by another stream, before the loss of this one was noticed. Resolves once the call is released. */
  leave(): Promise<void>;
  /** The stream of a wire is gone. */
  onLost(wire: Wire | null, reason: "hung_up" | "broken"): void;
  /** The stream returns, as the transfer was not answered. False if none is expected. */
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

export function makeTelephone({ ctx, account, callId, resumptions }: Options): Telephone {
  let wire: Wire | null = null;
  let session: Session | undefined;
  /** Set while a transfer rings. */
  let turned: ((turn: Turn) => void) | null = null;
  /** The carrier's call reference, while the carrier handles the call. */
  let away: string | null = null;
  /** How the stream ended, until it is reported. */
  let went: "hung_up" | "broken" | null = null;
  let overhear: LineTransfer["overhear"] = null;
  let heardOut: () => void = () => undefined;
  /** The copy of what is said behind a bridge. */
  let copy: WebSocket | null = null;

  const leave = (reason: "hung_up" | "broken") =>
    session?.hangUp(reason === "hung_up" ? undefined : "carrier_error");
  /** A caller whose stream broke gets a new one (lib/outreach/carriers). */
  const lose = (reason: "hung_up" | "broken") => (reason === "broken" ? void session?.park() : leave(reason));

  /** Has the carrier call a target, and those after it, in the place of our stream, and waits for the result. */
  async function ring(
    request: Pick<TransferRequest, "sid" | "kind" | "target">,
    signal: AbortSignal,
  ): Promise<Turn> {
    const outcome = new Promise<Turn>((resolve) => {
      turned = resolve;
    });
    const news = await subscribe(callId, (kind) => {
      if (kind === "bridged" || kind === "bridged_unrecorded" || kind === "left") turned?.(kind);
    }).catch(() => null);
    const { ended, stop } = sooner(signal, VOICE_LIMITS.transferMs);
    try {
      const isAnnounced = overhear !== null;
      const transferResult =
        news === null
          ? "unavailable"
          : await startTransfer(ctx, account, { ...request, callId, isAnnounced });
      // The stream may have gone all the same; who has not been told is told now.
      if (transferResult !== "done") return went ?? (transferResult === "over" ? "left" : transferResult);
      away = request.sid;
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
    resumptions,
    get lagMs() {
      return wire?.lagMs ?? 0;
    },
    begin(first) {
      wire = first;
    },
    serve(callSession) {
      session = callSession;
      wire?.serve(callSession);
      if (went !== null) lose(went);
    },
    async leave() {
      const former = wire;
      wire = null;
      former?.close("carrier_error");
      if (session !== undefined) await session.park();
    },
    onLost(from, reason) {
      if (from !== wire) return;
      wire = null;
      went = reason;
      if (turned === null) lose(reason);
    },
    back(next, use) {
      const endReason = WHY[use];
      if (turned === null || endReason === undefined || session === undefined) return false;
      wire = next;
      went = null;
      next.serve(session);
      turned(endReason);
      return true;
    },
    listens: () => overhear !== null,
    overhear(socket) {
      if (overhear === null) return socket.terminate();
      const bridge = overhear;
      overhear = null;
      copy = socket;
      void listen(socket, account.accountSid, bridge).then(heardOut);
    },
    send: (frames) => wire?.send(frames),
    clear: () => wire?.clear(),
    waitForPlayback: async () => (await wire?.waitForPlayback()) ?? false,
    close(reason) {
      if (wire !== null) wire.close(reason);
      // The line has ended while the carrier still rings the transfer's target.
      else if (away !== null) void hangUpCarrierCall(account, away);
      wire = null;
      away = null;
    },
    async transfer(request, signal) {
      const sid = wire?.callSid ?? null;
      if (sid === null || turned !== null) return { ok: false, reason: "unavailable" };
      // Twilio would send the audio to the host of a SIP address over the internet, so it calls numbers only.
      const target = request.targets.find(({ to }) => !isSipAddress(to));
      if (target === undefined) return { ok: false, reason: "unreachable" };
      const over = new Promise<void>((resolve) => {
        heardOut = resolve;
      });
      overhear = request.overhear;
      const turn = await ring({ sid, kind: request.kind, target }, signal);
      if (turn === "bridged") {
        // A copy that has not started by now will not start.
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
      return { ok: false, reason: isFailure(turn) ? turn : "ended" };
    },
  };
}
