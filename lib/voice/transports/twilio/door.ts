import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { answerSpoken, readStreamTicket, STREAM_PATH, streamAddress } from "@/lib/calls";
import { systemCtx } from "@/lib/context/make";
import { AppError } from "@/lib/errors";
import { type CarrierAccount, carrierAccount } from "@/lib/integrations";
import { log } from "@/lib/log";
import type { Calls } from "../../calls";
import { VOICE_LIMITS } from "../../limits";
import type { Session } from "../../session/line";
import { refuse, upgrader } from "../upgrade";
import { MAX_MESSAGE } from "./protocol";
import { makeWire, type Wire } from "./wire";

/** A token is about 200 characters. */
const MAX_TOKEN = 512;

const within = (wire: Wire): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), VOICE_LIMITS.startMs);
  });
  return Promise.race([wire.started, late]).finally(() => clearTimeout(timer));
};

/** Whether the account has signed the handshake. Twilio's own examples have the address with a slash behind it. */
function isSigned({ headers }: IncomingMessage, token: string, { authToken }: CarrierAccount): boolean {
  const signature = headers["x-twilio-signature"];
  if (typeof signature !== "string") return false;
  const address = streamAddress(token);
  return [address, `${address}/`].some((url) => validateRequest(authToken, signature, url, {}));
}

/** The media streams of telephone calls: each has the token of its call in its path, which opens it once. */
export function twilioDoor(calls: Calls) {
  const open = upgrader({ maxPayload: MAX_MESSAGE });

  async function enter(request: IncomingMessage, socket: Duplex, head: Buffer, token: string): Promise<void> {
    const ticket = readStreamTicket(token, new Date().toISOString());
    if (ticket === null) return refuse(socket, 401);
    if (calls.full()) return refuse(socket, 503);
    const { workspaceId, environment, callId, integrationId } = ticket;
    const ctx = systemCtx(workspaceId, "voice.twilio", { environment });
    const account = await carrierAccount(ctx, integrationId);
    if (account === undefined || !isSigned(request, token, account)) return refuse(socket, 401);
    const call = await answerSpoken(ctx, callId);
    if (call === null) return refuse(socket, 401);
    let session: Session | undefined;
    let gone: "hung_up" | "broken" | null = null;
    const leave = () => session?.hangUp(gone === "hung_up" ? undefined : "carrier_error");
    const wire = await open(request, socket, head).then(
      (ws) =>
        makeWire(ws, account.accountSid, (how) => {
          gone = how;
          leave();
        }),
      () => null,
    );
    const good = wire !== null && (await within(wire));
    session = await calls.begin({ ctx, call, line: wire ?? nobody });
    if (session === undefined) return wire?.close("carrier_error");
    wire?.serve(session);
    if (!good) gone ??= "broken";
    if (gone !== null) leave();
  }

  /** Takes a handshake. What is wrong with it is answered by a status, before any upgrade. */
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const token = pathname.slice(STREAM_PATH.length).replace(/\/$/, "");
    enter(request, socket, head, token.length > MAX_TOKEN ? "" : token).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return refuse(socket, 401);
      log.warn({ err: error }, "a media stream could not be connected");
      refuse(socket, 503);
    });
  };
}

/** A line to a carrier that was gone before the handshake was done. */
const nobody = {
  lagMs: 0,
  send: () => undefined,
  clear: () => undefined,
  tell: () => undefined,
  close: () => undefined,
};
