import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { makeDialing } from "./dialing";
import { openStream, type Stream } from "./stream";
import type { Form, Subscriber } from "./subscriber";
import { attributeIn } from "./xml";

export type Placed = { sid: string; form: URLSearchParams; status: string; createdAt: Date };

let sids = 0;
export const callSid = (): string => `CA${(++sids).toString(16).padStart(32, "0")}`;
/**
 * A stand-in for Twilio, over real sockets: REST as it takes calls, webhooks as it signs them, and streams. `reach`: an
 * address of the product's as it is reached here.
 */
export async function openCarrier(given: {
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
  const held = new Map<string, { stream: Stream; form: Form; how: Subscriber }>();

  /** Asks the product something, signed unless told. */
  async function post(address: string, form: Form, token = given.token) {
    const response = await fetch(given.reach(address), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": getExpectedTwilioSignature(token, address, form),
      },
      body: new URLSearchParams(form).toString(),
    });
    return { status: response.status, text: await response.text() };
  }
  const stream = (address: string, sid: string, how: Subscriber = {}, token = given.token) =>
    openStream(given.reach(address), {
      ...how,
      accountSid: how.accountSid ?? given.accountSid,
      sid,
      signature: getExpectedTwilioSignature(token, address, {}),
    });
  /** Does what an answer says: a stream where it connects one, and asks how to go on once that has ended. */
  async function follow(xml: string, form: Form, how: Subscriber = {}): Promise<Stream | null> {
    lastAnswer = xml;
    const url = attributeIn(xml, "Stream", "url");
    const after = attributeIn(xml, "Connect", "action");
    if (url === null) return null;
    const opened = await stream(url, form.CallSid ?? "", how);
    held.set(form.CallSid ?? "", { stream: opened, form, how });
    // A product that has stopped meanwhile is asked in vain; a call that was told what else to do asks nothing.
    const onward = async () => {
      if (after !== null && held.get(form.CallSid ?? "")?.stream === opened)
        lastAnswer = (await post(after, form)).text;
    };
    void opened.over.then(onward).catch(() => undefined);
    return opened;
  }
  const dialing = makeDialing({
    post,
    stream,
    follow,
    callSid,
    answersOf: (number) => subscribers.get(number) ?? {},
  });
  /** Tells a call what else to do: its stream ends, and nobody asks about it. */
  function update(sid: string, xml: string): boolean {
    const call = held.get(sid);
    if (call === undefined || call.stream.isClosed()) return false;
    held.delete(sid);
    call.stream.hangUp();
    void dialing.run(xml, call.form, call.how);
    return true;
  }
  const resource = ({ sid, form, status, createdAt }: Placed) => ({
    sid,
    to: form.get("To"),
    from: form.get("From"),
    status,
    date_created: createdAt.toUTCString(),
  });
  /** What a request to change a call is answered. */
  function change(sid: string, form: URLSearchParams): [number, object] {
    const one = calls.find((call) => call.sid === sid);
    const twiml = form.get("Twiml");
    if (twiml !== null) return update(sid, twiml) ? [200, { sid }] : [404, { code: 20404 }];
    if (one === undefined) return [404, { code: 20404 }];
    if (["completed", "busy", "failed", "no-answer", "canceled"].includes(one.status))
      return [400, { code: 21220 }];
    one.status = "completed";
    return [200, resource(one)];
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
    // It has been taken, and nobody is told.
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
    /** Who was put through, in order. */
    bridges: dialing.bridges,
    /** The stream that a call is on now. */
    streamOf: (sid: string) => held.get(sid)?.stream,
    /** The caller hangs up while somebody else is rung. */
    leave: dialing.leave,
    /** Takes nothing that it is asked over REST. */
    refuses(next: boolean) {
      refuses = next;
    },
    breaks(next: boolean) {
      breaks = next;
    },
    subscriber(number: string, how: Subscriber) {
      subscribers.set(number, how);
    },
    /** What was placed to a number rings, and is answered as its subscriber does. */
    async ring(number: string): Promise<Stream | null> {
      const placed = calls.findLast(({ form }) => form.get("To") === number);
      if (placed === undefined) throw new Error("Nobody has called this number.");
      const how = subscribers.get(number) ?? {};
      const { answers = "human" } = how;
      const common = {
        CallSid: placed.sid,
        AccountSid: given.accountSid,
        From: placed.form.get("From") ?? "",
        To: number,
      };
      const news = (status: string) =>
        post(placed.form.get("StatusCallback") ?? "", { ...common, CallStatus: status });
      await news("initiated");
      placed.status = "ringing";
      await news("ringing");
      if (answers !== "human" && answers !== "machine_start") {
        placed.status = answers;
        await news(answers);
        await news(answers);
        await news("ringing");
        return null;
      }
      placed.status = "in-progress";
      const form = { ...common, CallStatus: "in-progress", AnsweredBy: answers };
      const { text: xml } = await post(placed.form.get("Url") ?? "", form);
      await news("in-progress");
      const opened = await follow(xml, form, how);
      if (opened === null) {
        placed.status = "completed";
        await news("completed");
      } else
        void opened.over
          .then(() => {
            placed.status = "completed";
            return news("completed");
          })
          .catch(() => undefined);
      return opened;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Carrier = Awaited<ReturnType<typeof openCarrier>>;
