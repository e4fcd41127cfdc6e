import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LaunchOptions, Page } from "@playwright/test";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "parley-microphone-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Speech of a built-in voice as a file; without text, a second of silence. */
function recorded(words: string): string {
  const file = join(folder, `${words.replace(/[^a-z]+/gi, "-") || "silence"}.wav`);
  const tsx = join("node_modules", "tsx", "dist", "cli.mjs");
  execFileSync(process.execPath, [tsx, join("e2e", "speak.ts"), file, words], { cwd: root });
  return file;
}

/** A browser with a silent microphone that is allowed without a prompt. */
export const withMicrophone = (options: LaunchOptions): LaunchOptions => ({
  ...options,
  args: [
    ...(options.args ?? []),
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-audio-capture=${recorded("")}`,
    "--autoplay-policy=no-user-gesture-required",
  ],
});

/** A speaker at a page's microphone that the test controls. */
export type PageSpeaker = {
  /** Resolves once it has been said. */
  say(words: string): Promise<void>;
};

/**
 * Adds a speaker to the page's microphone. The device is opened as usual, and the speech is mixed into its stream. A file
 * that a fake device plays would start at an uncontrolled time, often during the agent's speech.
 */
export async function speakerOf(page: Page, ...sentences: string[]): Promise<PageSpeaker> {
  const sounds = new Map(
    sentences.map((sentence) => [sentence, readFileSync(recorded(sentence)).toString("base64")]),
  );
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const device = await open(constraints);
      const context = new AudioContext();
      const mixed = context.createMediaStreamDestination();
      context.createMediaStreamSource(device).connect(mixed);
      const say = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const source = new AudioBufferSourceNode(context, {
          buffer: await context.decodeAudioData(bytes.buffer),
        });
        source.connect(mixed);
        source.start();
        await new Promise((resolve) => source.addEventListener("ended", resolve));
      };
      Object.assign(window, { sayIntoMicrophone: say });
      return mixed.stream;
    };
  });
  return {
    async say(words) {
      const sound = sounds.get(words);
      if (sound === undefined) throw new Error(`Nobody has prepared to say “${words}”.`);
      await page.evaluate(
        (base64) =>
          (window as unknown as { sayIntoMicrophone(base64: string): Promise<void> }).sayIntoMicrophone(
            base64,
          ),
        sound,
      );
    },
  };
}
