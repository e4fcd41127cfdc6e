import type { CarrierEventType } from "@/lib/outreach/dialing";
import { PERSONAS, type Persona } from "./personas";
import { draw, roll } from "./seeded-random";

/** How a subscriber reacts to a ringing call. */
export type Disposition = Exclude<CarrierEventType, "ringing" | "canceled" | "ended">;

/**
 * The share of each disposition. Whether subscribers who answer opt out, hang up or fall silent depends on
 * their persona.
 */
const DISPOSITION_SHARES: readonly (readonly [Disposition, number])[] = [
  ["answered", 0.6],
  ["no_answer", 0.14],
  ["voicemail", 0.12],
  ["busy", 0.07],
  ["declined", 0.04],
  ["failed", 0.03],
];

/** The first of the fictional numbers +1 212 555 0100 to 0199. */
const FIRST_NUMBER = 12_125_550_100;
const NUMBERS = 100;

/**
 * A simulated callee. The behavior depends only on the attempt's key, so that every process simulates the
 * same.
 */
export type Subscriber = { disposition: Disposition; persona: Persona; seed: number; phone: string };

function dispositionOf(seed: number): Disposition {
  let remainingShare = roll(seed, "disposition");
  for (const [disposition, share] of DISPOSITION_SHARES) {
    remainingShare -= share;
    if (remainingShare < 0) return disposition;
  }
  return "answered";
}

/** Returns the subscriber that an attempt reaches. */
export function subscriberOf(key: string): Subscriber {
  const seed = Math.floor(roll(0, key) * 2 ** 32);
  return {
    seed,
    disposition: dispositionOf(seed),
    persona: PERSONAS[draw(PERSONAS.length, seed, "persona")] ?? PERSONAS[0],
    phone: `+${FIRST_NUMBER + draw(NUMBERS, seed, "phone")}`,
  };
}
