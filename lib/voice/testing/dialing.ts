import type { Stream } from "./stream";
import type { Form, Subscriber } from "./subscriber";
import { findVerb, parseTwiml } from "./twiml-rules";
import { keysOf, runWhisper } from "./whisper";

/** A transfer's target: the words that they have heard, and a way to hang up. */
export type Bridge = {
  to: string;
  heardWords: string[];
  /** They were connected. */
  joined: boolean;
  /** The leg has ended. */
  isOver: boolean;
  copy: Stream | null;
  /** The address of the instructions before joining. */
  instructions: string;
  hangUp(): Promise<void>;
};

type Options = {
  post(address: string, form: Form): Promise<{ status: number; text: string }>;
  stream(address: string, sid: string, subscriber: Subscriber): Promise<Stream>;
  follow(xml: string, form: Form, subscriber: Subscriber, over: () => void): Promise<Stream | null>;
  callSid(): string;
  answersOf(number: string): Subscriber;
};

/** The part of the stand-in that connects a call to another party, as TwiML's `<Dial>` says. */
export function makeDialing({ post, stream, follow, callSid, answersOf }: Options) {
  const bridges: Bridge[] = [];
  let leaving: (() => Promise<void>) | null = null;
  /** Legs that a mailbox has answered, by their SID, with the end of their dial. */
  const mailboxes = new Map<string, () => Promise<void>>();

  async function run(
    xml: string,
    form: Form,
    subscriber: Subscriber,
    over: () => void,
    running: Stream | null = null,
  ): Promise<void> {
    const verbs = parseTwiml(xml);
    const number = findVerb(verbs, "Number");
    const to = number?.text ?? "";
    const after = findVerb(verbs, "Dial")?.attributes.action ?? "";
    const fork = findVerb(verbs, "Start");
    const copyTo = fork === undefined ? undefined : findVerb([fork], "Stream")?.attributes.url;
    const { answers = "human" } = answersOf(to);
    const copy = copyTo === undefined ? running : await stream(copyTo, form.CallSid ?? "", { copy: true });
    let isDone = false;
    let resolveOver: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      resolveOver = resolve;
    });
    const bridge: Bridge = {
      to,
      heardWords: [],
      joined: false,
      isOver: false,
      copy,
      instructions: number?.attributes.url ?? "",
      hangUp: () => done("completed"),
    };
    // A dial ends once: Twilio requests `action` then, and follows its response if the caller is on the line.
    async function done(DialCallStatus: string, CallStatus = "in-progress"): Promise<void> {
      if (isDone) return;
      isDone = true;
      bridge.isOver = true;
      resolveOver();
      const next = { ...form, CallStatus };
      const { text } = await post(after, { ...next, DialCallStatus, DialBridged: String(bridge.joined) });
      const answer = parseTwiml(text);
      if (findVerb(answer, "Dial") !== undefined) return run(text, next, subscriber, over, copy);
      if (findVerb(answer, "Stop") !== undefined || findVerb(answer, "Hangup") !== undefined) copy?.hangUp();
      await follow(text, next, subscriber, over);
    }
    bridges.push(bridge);
    // The caller hangs up: Twilio ends the leg that the dial has begun.
    leaving = () => done("no-answer", "completed");
    // It rings without an answer.
    if (answers === "never") return;
    if (answers !== "human") return done(answers);
    const child = { ...form, CallSid: callSid(), ParentCallSid: form.CallSid ?? "", To: to };
    const behavior = answersOf(to);
    const machine = number?.attributes.amdStatusCallback;
    const isDetected = behavior.mailbox === true && machine !== undefined;
    if (isDetected) {
      // It listens until the product ends its leg by REST.
      mailboxes.set(child.CallSid, () => done("completed"));
      void post(machine, { ...child, AnsweredBy: "machine_start" });
    }
    const listener = {
      heardWords: bridge.heardWords,
      keys: keysOf(behavior),
      isOnLine: () => !bridge.isOver,
      wait: async () => (isDetected ? ended : behavior.wait?.()),
    };
    bridge.joined = await runWhisper(post, bridge.instructions, child, listener);
    if (!bridge.joined) await done("completed");
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
    run: (xml: string, form: Form, subscriber: Subscriber, over: () => void): Promise<void> =>
      run(xml, form, subscriber, over),
  };
}
