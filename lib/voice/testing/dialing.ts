import type { Stream } from "./stream";
import type { Form, Subscriber } from "./subscriber";
import { attributeIn, textIn } from "./xml";

/** A transfer's target: what they heard, and a way to hang up. */
export type Bridge = {
  to: string;
  announcements: string[];
  /** They were let in. */
  joined: boolean;
  copy: Stream | null;
  hangUp(): Promise<void>;
};

type Options = {
  post(address: string, form: Form): Promise<{ status: number; text: string }>;
  stream(address: string, sid: string, subscriber: Subscriber): Promise<Stream>;
  follow(xml: string, form: Form, subscriber: Subscriber): Promise<Stream | null>;
  callSid(): string;
  answersOf(number: string): Subscriber;
};

/** The part of the stand-in that puts calls through, as TwiML's `<Dial>` says. */
export function makeDialing({ post, stream, follow, callSid, answersOf }: Options) {
  const bridges: Bridge[] = [];
  let leaving: (() => Promise<void>) | null = null;

  /** The announcement to a target before joining. */
  async function take(address: string, form: Form, bridge: Bridge, presses?: string): Promise<void> {
    let digits: Form = {};
    for (let next: string | null = address; next !== null; ) {
      const { text } = await post(next, { ...form, ...digits });
      const announcements = textIn(text, "Say");
      if (announcements !== null) bridge.announcements.push(announcements);
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
    async run(xml: string, form: Form, subscriber: Subscriber): Promise<void> {
      const to = textIn(xml, "Number") ?? "";
      const taking = attributeIn(xml, "Number", "url") ?? "";
      const after = attributeIn(xml, "Dial", "action") ?? "";
      const copyTo = attributeIn(xml, "Stream", "url");
      const { answers = "human", presses } = answersOf(to);
      const copy = copyTo === null ? null : await stream(copyTo, form.CallSid ?? "", { copy: true });
      const done = async (DialCallStatus: string, CallStatus = "in-progress") => {
        const { text } = await post(after, { ...form, CallStatus, DialCallStatus });
        if (text.includes("<Stop>") || text.includes("<Hangup")) copy?.hangUp();
        await follow(text, { ...form, CallStatus }, subscriber);
      };
      const bridge: Bridge = { to, announcements: [], joined: false, copy, hangUp: () => done("completed") };
      bridges.push(bridge);
      if (answers === "never") {
        // It rings without an answer.
        leaving = () => done("no-answer", "completed");
        return;
      }
      if (answers !== "human") return done(answers);
      const child = { ...form, CallSid: callSid(), ParentCallSid: form.CallSid ?? "", To: to };
      await take(taking, child, bridge, presses);
    },
  };
}
