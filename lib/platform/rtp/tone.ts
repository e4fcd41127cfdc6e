import { FRAME_SAMPLES, RATE_HZ } from "@/lib/platform/audio";

/** Rows and columns of the keypad in Hz (ITU-T Q.23). */
const ROWS_HZ = [697, 770, 852, 941];
const COLUMNS_HZ = [1_209, 1_336, 1_477, 1_633];
const KEYPAD = "123A456B789C*0#D";
const COLUMNS = 4;
/** Two tones of −9 dBFS each stay below full scale. */
const AMPLITUDE = 11_000;
/** Frames of a tone and of the pause behind it: 100 ms each. */
const TONE_FRAMES = 5;
const PAUSE_FRAMES = 5;

/** Frames of a key's tones with a pause behind them; empty for another character. */
export function createTone(key: string): Int16Array[] {
  const place = key.length === 1 ? KEYPAD.indexOf(key) : -1;
  if (place === -1) return [];
  const row = ROWS_HZ[Math.floor(place / COLUMNS)] as number;
  const column = COLUMNS_HZ[place % COLUMNS] as number;
  const tone = Array.from({ length: TONE_FRAMES }, (_frame, n) =>
    Int16Array.from({ length: FRAME_SAMPLES }, (_sample, i) => {
      const t = (2 * Math.PI * (n * FRAME_SAMPLES + i)) / RATE_HZ;
      return Math.round(AMPLITUDE * (Math.sin(row * t) + Math.sin(column * t)));
    }),
  );
  return [...tone, ...Array.from({ length: PAUSE_FRAMES }, () => new Int16Array(FRAME_SAMPLES))];
}
