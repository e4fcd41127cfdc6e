import type { Form, Subscriber } from "./subscriber";
import { parseTwiml, type Verb } from "./twiml-rules";

/** A person or machine who has answered a leg, before it is connected. */
type Listener = {
  /** The words that they hear to the end. */
  heardWords: string[];
  /** The key for each `<Gather>`, in order; null for none. */
  keys: (string | null)[];
  /** Whether the leg still exists. */
  isOnLine(): boolean;
  /** A leg whose caller hears something is held here until the test lets it continue. */
  wait(): Promise<void>;
};

/** More requests than a briefing has are a loop. */
const MAX_REQUESTS = 20;

/**
 * Executes the instructions to a called party before the parties are connected, as these pages say, read on 2026-11-28:
 * - twilio.com/docs/voice/twiml/number#url: they may not contain `<Dial>`; at their end the parties are connected, and
 *   `<Hangup>` ends the leg instead.
 * - twilio.com/docs/voice/twiml/gather: a key stops the nested `<Say>` and is posted to `action` (`Digits`), whose response
 *   replaces the document; without a key, the verb after `<Gather>` follows.
 * Returns whether the party is connected.
 */
export async function runWhisper(
  post: (address: string, form: Form) => Promise<{ status: number; text: string }>,
  address: string,
  form: Form,
  listener: Listener,
): Promise<boolean> {
  let requests = 0;
  let next: { address: string; form: Form } | null = { address, form };
  while (next !== null) {
    if (++requests > MAX_REQUESTS) throw new Error("The leg requests instructions again and again.");
    const { status, text } = await post(next.address, next.form);
    if (status !== 200) throw new Error(`The instructions of a leg have the status ${status}.`);
    const verbs = parseTwiml(text);
    next = null;
    for (const verb of verbs) {
      if (!listener.isOnLine()) return false;
      const outcome = await runVerb(verb, form, listener);
      if (outcome === "hang_up") return false;
      if (outcome !== "continue") {
        next = outcome;
        break;
      }
    }
  }
  return listener.isOnLine();
}

async function runVerb(
  verb: Verb,
  form: Form,
  listener: Listener,
): Promise<"continue" | "hang_up" | { address: string; form: Form }> {
  switch (verb.name) {
    case "Say":
      listener.heardWords.push(verb.text);
      return "continue";
    case "Pause":
      return "continue";
    case "Redirect":
      return { address: verb.text, form };
    case "Hangup":
      return "hang_up";
    case "Gather": {
      await listener.wait();
      const key = listener.keys.shift() ?? null;
      if (key !== null) return { address: verb.attributes.action ?? "", form: { ...form, Digits: key } };
      for (const { name, text } of verb.children) if (name === "Say") listener.heardWords.push(text);
      return "continue";
    }
    default:
      throw new Error(`Twilio does not execute <${verb.name}> before the parties are connected.`);
  }
}

/** The keys of a person who accepts after the briefing. */
const ACCEPTS = [null, "1"] as const;

/** The keys that a subscriber presses; a mailbox presses none. */
export const keysOf = ({ keys, mailbox }: Subscriber): (string | null)[] =>
  mailbox === true ? [] : [...(keys ?? ACCEPTS)];
