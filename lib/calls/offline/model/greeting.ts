import { fill } from "./speech";
import type { DialogContext } from "./state";

// Enough of a greeting to know it by, also when the caller cut it short.
const TELLING_CHARS = 16;

/** The first sentence of every conversation. What the agent is has been said by the engine, where it says so. */
export function greeting(dialog: DialogContext): string {
  const { disclosure, greeting: customGreeting, name } = dialog.agent;
  const { named, introduced, unnamed } = dialog.script.greeting;
  const disclosureText = disclosure.enabled ? disclosure.text.trim() : "";
  // Behind a disclosure, which says hello in its own words, the name alone is enough.
  const defaultGreeting = name
    ? fill(disclosureText === "" ? named : introduced, { agent: [name] }).join("")
    : unnamed;
  const hello = customGreeting?.trim() || defaultGreeting;
  return hello;
}

/** An agent turn is the greeting, or the beginning of it; another may have come before (the recording's announcement). */
export function isGreeting(text: string, dialog: DialogContext): boolean {
  const opening = greeting(dialog).slice(0, TELLING_CHARS);
  return text.includes(opening) || opening.startsWith(text.trim().slice(0, TELLING_CHARS));
}
