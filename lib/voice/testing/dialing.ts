import type { Stream } from "./stream";
import type { Form, Subscriber } from "./subscriber";
import { attributeIn, textIn } from "./xml";

/** Somebody to whom a call was put through: what they were told, and the way to end it. */
export type Bridge = {
  to: string;
  said: string[];
  /** They were let in. */
  joined: boolean;
  copy: Stream | null;
  hangUp(): Promise<void>;
};

type Given = {
  post(address: string, form: Form): Promise<{ status: number; text: string }>;
  stream(address: string, sid: string, how: Subscriber): Promise<Stream>;
  follow(xml: string, form: Form, how: Subscriber): Promise<Stream | null>;
  callSid(): string;
  answersOf(number: string): Subscriber;
};

/** The part of the stand-in that puts calls through, as TwiML's `<Dial>` says. */
export function makeDialing({ post, stream, follow, callSid, answersOf }: Given) {
  const bridges: Bridge[] = [];
  let leaving: (() => Promise<void>) | null = null;

  /** What whoever answers is told before they are let in. */
  async function take(address: string, form: Form, bridge: Bridge, presses?: string): Promise<void> {
    let digits: Form = {};
    for (let next: string | null = address; next !== null; ) {
      const { text } = await post(next, { ...form, ...digits });
      const said = textIn(text, "Say");
      if (said !== null) bridge.said.push(said);
      const keyed = attributeIn(text, "Gather", "action");
      const isPressed = keyed !== null && presses !== undefined;
      digits = isPressed ? { Digits: presses } : {};
      next = isPressed ? keyed : textIn(text, "Redirect");
      if (text.includes("<Hangup")) return;
    }
    bridge.joined = true;
  }

  return {
    bridges,
    leave: () => leaving?.(),
    async run(xml: string, form: Form, how: Subscriber): Promise<void> {
      const to = textIn(xml, "Number") ?? "";
      const taking = attributeIn(xml, "Number", "url") ?? "";
      const after = attributeIn(xml, "Dial", "action") ?? "";
      const copyTo = attributeIn(xml, "Stream", "url");
      const { answers = "human", presses } = answersOf(to);
      const copy = copyTo === null ? null : await stream(copyTo, form.CallSid ?? "", { copy: true });
      const done = async (DialCallStatus: string, CallStatus = "in-progress") => {
        const { text } = await post(after, { ...form, CallStatus, DialCallStatus });
        if (text.includes("<Stop>") || text.includes("<Hangup")) copy?.hangUp();
        await follow(text, { ...form, CallStatus }, how);
      };
      const bridge: Bridge = { to, said: [], joined: false, copy, hangUp: () => done("completed") };
      bridges.push(bridge);
      if (answers === "never") {
        // It rings, and nobody does anything.
        leaving = () => done("no-answer", "completed");
        return;
      }
      if (answers !== "human") return done(answers);
      const child = { ...form, CallSid: callSid(), ParentCallSid: form.CallSid ?? "", To: to };
      await take(taking, child, bridge, presses);
    },
  };
}
