import { fill } from "./speech";
import type { World } from "./state";

// Enough of a greeting to know it by, also when the caller cut it short.
const TELLING_CHARS = 16;

/** The first sentence of every conversation. What the agent is has been said by the engine, where it says so. */
export function greeting(world: World): string {
  const { disclosure, greeting: own, name } = world.agent;
  const { named, introduced, unnamed } = world.script.greeting;
  const told = disclosure.enabled ? disclosure.text.trim() : "";
  // Behind a disclosure, which says hello in its own words, the name alone is enough.
  const ours = name ? fill(told === "" ? named : introduced, { agent: [name] }).join("") : unnamed;
  const hello = own?.trim() || ours;
  return hello;
}

/** An agent turn is the greeting, or the beginning of it; another may have come before (the recording's announcement). */
export function isGreeting(text: string, world: World): boolean {
  const opening = greeting(world).slice(0, TELLING_CHARS);
  return text.includes(opening) || opening.startsWith(text.trim().slice(0, TELLING_CHARS));
}
