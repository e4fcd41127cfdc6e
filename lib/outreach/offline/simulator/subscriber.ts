import type { CarrierEventType } from "@/lib/outreach/dialing";
import { PERSONAS, type Persona } from "./personas";
import { draw, roll } from "./roll";

/** What a subscriber does when it rings. */
export type Disposition = Exclude<CarrierEventType, "ringing" | "canceled" | "ended">;

/** How often each happens; the rest of those who answer opt out, hang up or fall silent as their persona has it. */
const MIX: readonly (readonly [Disposition, number])[] = [
  ["answered", 0.6],
  ["no_answer", 0.14],
  ["voicemail", 0.12],
  ["busy", 0.07],
  ["declined", 0.04],
  ["failed", 0.03],
];

/** The first of the numbers that are given to nobody: +1 212 555 0100 to 0199. */
const FIRST_NUMBER = 12_125_550_100;
const NUMBERS = 100;

/** Somebody who is called: what they do follows from the attempt's key, so that every process lets them do the same. */
export type Subscriber = { disposition: Disposition; persona: Persona; seed: number; phone: string };

function dispositionOf(seed: number): Disposition {
  let left = roll(seed, "disposition");
  for (const [disposition, share] of MIX) {
    left -= share;
    if (left < 0) return disposition;
  }
  return "answered";
}

/** The subscriber that an attempt reaches. */
export function subscriberOf(key: string): Subscriber {
  const seed = Math.floor(roll(0, key) * 2 ** 32);
  return {
    seed,
    disposition: dispositionOf(seed),
    persona: PERSONAS[draw(PERSONAS.length, seed, "persona")] ?? PERSONAS[0],
    phone: `+${FIRST_NUMBER + draw(NUMBERS, seed, "phone")}`,
  };
}
