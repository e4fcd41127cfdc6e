import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { makeDialing } from "./dialing";
import { openStream, type Stream } from "./stream";
import type { Form, Subscriber } from "./subscriber";
import { findVerb, parseTwiml } from "./twiml-rules";

export type Placed = { sid: string; form: URLSearchParams; status: string; createdAt: Date };

let sids = 0;
export const callSid = (): string => `CA${(++sids).toString(16).padStart(32, "0")}`;
/** Retries of a webhook that its URL asks for (`#rc=5&rp=all`); one, of a failed connection, by default. */
const RETRY_MS = 200;
const MAX_RETRIES = 5;
/** Twilio takes no more TwiML with an update. Source: twilio.com/docs/api/errors/32018, read on 2026-11-28. */
const MAX_TWIML = 4_000;
/** A product that keeps connecting a call is stopped by a test, not by Twilio. */
const MAX_STREAMS = 40;

/**
 * A stand-in for Twilio, over real sockets: REST as it takes calls, webhooks as it signs them, and streams. `reach`: an
 * address of the product's as it is reached here. After a stream (`<Connect><Stream>`) it does as these pages say, read on
 * 2026-11-25:
 * - twilio.com/docs/voice/twiml/connect#action: when `<Connect>` ends, it requests `action`, with the call's status, and
 *   follows the TwiML of the response; a call without further TwiML ends.
 * - twilio.com/docs/voice/twiml/stream and twilio.com/docs/api/errors/31903, 31920, 31921: `<Connect>` ends when the
 *   server closes the WebSocket, dies, or refuses the handshake. The call continues.
 * - twilio.com/docs/usage/webhooks/webhooks-connection-overrides: the fragment of a URL says how often a failed request
 *   is repeated (`rc`, at most 5; `rp`), and is not sent.
 * - twilio.com/docs/voice/twiml/pause.
 */
export async function openCarrier(options: {
  accountSid: string;
  token: string;
  reach(address: string): string;
}) {
  const calls: Placed[] = [];
  const subscribers = new Map<string, Subscriber>();
  let lastAnswer = "";
  let breaks = false;
  let refuses = false;
  /** The stream that each call is on now. */
  const heldCalls = new Map<
    string,
    { stream: Stream; form: Form; subscriber: Subscriber; over: () => void }
  >();

  /** Asks the product something, signed unless told. */
  async function post(url: string, form: Form, token = options.token) {
    const [address = "", overrides] = url.split("#");
    const retries = Math.min(MAX_RETRIES, Number(new URLSearchParams(overrides).get("rc") ?? "1"));
    for (let tries = 0; ; tries++) {
      const response = await fetch(options.reach(address), {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": getExpectedTwilioSignature(token, address, form),
        },
        body: new URLSearchParams(form).toString(),
      }).catch((error: unknown) => {
        if (tries >= retries) throw error;
        return null;
      });
      if (response !== null && (response.status < 500 || tries >= retries))
        return { status: response.status, text: await response.text(), headers: response.headers };
      await pause(RETRY_MS);
    }
  }
  const stream = (address: string, sid: string, subscriber: Subscriber = {}, token = options.token) =>
    openStream(options.reach(address), {
      ...subscriber,
      accountSid: subscriber.accountSid ?? options.accountSid,
      sid,
      signature: getExpectedTwilioSignature(token, address, {}),
    });
  /**
   * Follows a TwiML response: opens a stream where it connects one, and requests the next response when the
   * stream ends.
   */
  async function follow(
    xml: string,
    form: Form,
    subscriber: Subscriber = {},
    over: () => void = () => undefined,
    streams = 1,
  ): Promise<Stream | null> {
    lastAnswer = xml;
    const verbs = parseTwiml(xml);
    const connect = findVerb(verbs, "Connect");
    const url = connect === undefined ? undefined : findVerb([connect], "Stream")?.attributes.url;
    const after = connect?.attributes.action;
    if (url === undefined) {
      over();
      return null;
    }
    if (streams > MAX_STREAMS) throw new Error("The call is connected again and again.");
    const sid = form.CallSid ?? "";
    await pause(1_000 * Number(findVerb(verbs, "Pause")?.attributes.length ?? "0"));
    const opened = await stream(url, sid, subscriber);
    heldCalls.set(sid, { stream: opened, form, subscriber, over });
    // A product that has stopped meanwhile is asked in vain; a call that was told what else to do asks nothing.
    const onward = async () => {
      if (after === undefined || heldCalls.get(sid)?.stream !== opened) return;
      const next = { ...form, CallStatus: opened.hasHungUp() ? "completed" : "in-progress" };
      const { text: answer } = await post(after, next);
      lastAnswer = answer;
      // Twilio follows no TwiML after the caller has left.
      if (opened.hasHungUp()) over();
      else await follow(answer, next, subscriber, over, streams + 1);
    };
    void opened.over.then(onward).catch(over);
    return opened;
  }
  const dialing = makeDialing({
    post,
    stream,
    follow,
    callSid,
    answersOf: (number) => subscribers.get(number) ?? {},
  });
  /** Sends a call new instructions: its stream ends, without a request for more. */
  function update(sid: string, xml: string): boolean {
    const call = heldCalls.get(sid);
    if (call === undefined || call.stream.isClosed()) return false;
    heldCalls.delete(sid);
    call.stream.hangUp();
    void dialing.run(xml, call.form, call.subscriber, call.over);
    return true;
  }
  const resource = ({ sid, form, status, createdAt }: Placed) => ({
    sid,
    to: form.get("To"),
    from: form.get("From"),
    status,
    date_created: createdAt.toUTCString(),
  });
  /** The response to an update of a call. */
  function change(sid: string, form: URLSearchParams): [number, object] {
    const call = calls.find((call) => call.sid === sid);
    const twiml = form.get("Twiml");
    if (twiml !== null && twiml.length > MAX_TWIML) return [400, { code: 32018 }];
    if (twiml !== null) return update(sid, twiml) ? [200, { sid }] : [404, { code: 20404 }];
    if (call === undefined) return dialing.end(sid) ? [200, { sid }] : [404, { code: 20404 }];
    if (["completed", "busy", "failed", "no-answer", "canceled"].includes(call.status))
      return [400, { code: 21220 }];
    call.status = "completed";
    return [200, resource(call)];
  }
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const form = new URLSearchParams(await text(request));
    const answer = (status: number, json: object) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(json));
    };
    if (refuses) return answer(500, { code: 20500 });
    const sid = /\/Calls\/(CA[0-9a-f]{32})\.json$/.exec(pathname)?.[1];
    if (sid !== undefined) return answer(...change(sid, form));
    if (!pathname.endsWith("/Calls.json")) return answer(404, { code: 20404 });
    if (request.method === "GET") {
      const to = searchParams.get("To");
      return answer(200, { calls: calls.filter(({ form: f }) => f.get("To") === to).map(resource) });
    }
    const placed: Placed = { sid: callSid(), form, status: "queued", createdAt: new Date() };
    calls.push(placed);
    // The update was accepted, without a callback.
    if (breaks) return void request.socket.destroy();
    answer(201, resource(placed));
  }
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    post,
    stream,
    follow,
    lastAnswer: () => lastAnswer,
    /** Targets of transfers, in order. */
    bridges: dialing.bridges,
    /** The stream that a call is on now. */
    streamOf: (sid: string) => heldCalls.get(sid)?.stream,
    /** The caller hangs up while a transfer rings. */
    leave: dialing.leave,
    /** Takes nothing that it is asked over REST. */
    refuses(next: boolean) {
      refuses = next;
    },
    breaks(next: boolean) {
      breaks = next;
    },
    subscriber(number: string, behavior: Subscriber) {
      subscribers.set(number, behavior);
    },
    /** A placed call rings, and its subscriber answers. */
    async ring(number: string): Promise<Stream | null> {
      const placed = calls.findLast(({ form }) => form.get("To") === number);
      if (placed === undefined) throw new Error("Nobody has called this number.");
      const subscriber = subscribers.get(number) ?? {};
      const { answers = "human" } = subscriber;
      const common = {
        CallSid: placed.sid,
        AccountSid: options.accountSid,
        From: placed.form.get("From") ?? "",
        To: number,
      };
      const news = (status: string) =>
        post(placed.form.get("StatusCallback") ?? "", { ...common, CallStatus: status });
      await news("initiated");
      placed.status = "ringing";
      await news("ringing");
      if (answers !== "human") {
        placed.status = answers;
        await news(answers);
        await news(answers);
        await news("ringing");
        return null;
      }
      placed.status = "in-progress";
      const form = { ...common, CallStatus: "in-progress" };
      const { text: xml } = await post(placed.form.get("Url") ?? "", form);
      await news("in-progress");
      return follow(xml, form, subscriber, () => {
        placed.status = "completed";
        void news("completed").catch(() => undefined);
      });
    },
    /**
     * The detection of a placed call reports who answered. With `AsyncAmd` it does so only to its own callback.
     * Source: twilio.com/docs/voice/answering-machine-detection#webhook-parameters.
     */
    async detects(number: string, answeredBy: string): Promise<number> {
      const placed = calls.findLast(({ form }) => form.get("To") === number);
      if (placed?.form.get("AsyncAmd") !== "true") throw new Error("The call detects no machine.");
      const form = {
        CallSid: placed.sid,
        AccountSid: options.accountSid,
        AnsweredBy: answeredBy,
        MachineDetectionDuration: "4200",
      };
      return (await post(placed.form.get("AsyncAmdStatusCallback") ?? "", form)).status;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Carrier = Awaited<ReturnType<typeof openCarrier>>;
