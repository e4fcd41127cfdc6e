import { VOICE_LIMITS } from "../limits";

/**
 * Whether all that was sent so far has come out at the other side: it is asked by a mark behind it, which comes back once
 * what is before it is through. `send` sends a mark of that name.
 */
export function makeHeard(send: (name: string) => void) {
  const waiting = new Map<string, (wasPlayed: boolean) => void>();
  let marks = 0;
  let missed = false;
  return {
    /** A frame could not be sent: what it was of is not heard whole. */
    missed(): void {
      missed = true;
    },
    /** Resolves with false where something was not sent since it was last asked, is dropped there, or no mark comes back in time. */
    ask(): Promise<boolean> {
      const whole = !missed;
      missed = false;
      if (!whole) return Promise.resolve(false);
      const name = `heard${++marks}`;
      return new Promise((resolve) => {
        const answer = (resolveAll: boolean) => {
          clearTimeout(late);
          waiting.delete(name);
          resolve(resolveAll);
        };
        const late = setTimeout(() => answer(false), VOICE_LIMITS.heardMs);
        waiting.set(name, answer);
        send(name);
      });
    },
    came: (name: string): void => waiting.get(name)?.(true),
    /** Discards pending marks; marks that return after that are ignored. */
    dropped(): void {
      for (const answer of [...waiting.values()]) answer(false);
    },
  };
}
