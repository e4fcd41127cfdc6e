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
  follow(xml: string, form: Form, subscriber: Subscriber, over: () => void): Promise<Stream | null>;
  callSid(): string;
  answersOf(number: string): Subscriber;
};

/** The part of the stand-in that puts calls through, as TwiML's `<Dial>` says. */
export function makeDialing({ post, stream, follow, callSid, answersOf }: Options) {
  const bridges: Bridge[] = [];
  let leaving: (() => Promise<void>) | null = null;
  /** Legs that a mailbox has answered, by their SID, with the end of their dial. */
  const mailboxes = new Map<string, () => Promise<void>>();

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

  /** A mailbox takes a leg: the product ends it by REST while its instructions pause. */
  async function recordMessage(taking: string, detected: string, child: Form): Promise<void> {
    const { text } = await post(taking, child);
    if (!text.includes("<Pause") && !text.includes("<Gather")) throw new Error("The mailbox was let in.");
    await post(detected, { ...child, AnsweredBy: "machine_start" });
  }

  return {
    bridges,
    leave: () => leaving?.(),
    /** Ends the leg of a mailbox. False for another call. */
    end(sid: string): boolean {
      const ended = mailboxes.get(sid);
      mailboxes.delete(sid);
      void ended?.();
      return ended !== undefined;
    },
    async run(xml: string, form: Form, subscriber: Subscriber, over: () => void): Promise<void> {
      const to = textIn(xml, "Number") ?? "";
      const taking = attributeIn(xml, "Number", "url") ?? "";
      const after = attributeIn(xml, "Dial", "action") ?? "";
      const copyTo = attributeIn(xml, "Stream", "url");
      const { answers = "human", presses } = answersOf(to);
      const copy = copyTo === null ? null : await stream(copyTo, form.CallSid ?? "", { copy: true });
      const done = async (DialCallStatus: string, CallStatus = "in-progress") => {
        const { text } = await post(after, { ...form, CallStatus, DialCallStatus });
        if (text.includes("<Stop>") || text.includes("<Hangup")) copy?.hangUp();
        await follow(text, { ...form, CallStatus }, subscriber, over);
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
      if (answersOf(to).mailbox === true) {
        mailboxes.set(child.CallSid ?? "", () => done("completed"));
        return recordMessage(taking, attributeIn(xml, "Number", "amdStatusCallback") ?? "", child);
      }
      await take(taking, child, bridge, presses);
    },
  };
}
