/**
 * Measures what the built-in transcriber makes of answers, by voices on which nothing was tuned. Run as
 * `npm run bench:voice -- --report=recognition`. Needs the Debian packages `espeak-ng`, `sox` and
 * `asterisk-core-sounds-en-wav`.
 */
import { createResampler } from "@/lib/platform/audio";
import { createConcealer } from "@/lib/platform/audio/conceal";
import { judgeTranscription } from "@/lib/voice/offline/speech/acceptance";
import { createDecoders } from "@/lib/voice/offline/speech/decoders";
import { createUtteranceListener } from "@/lib/voice/offline/speech/utterance-listener";
import { ANSWER_KINDS, type AnswerKind, answerItems, type Item } from "./corpus/items";
import { atLevel, carriedFrames, concat, silenceOf, withLineNoise } from "./corpus/line";
import { meaningOf } from "./corpus/meaning";
import { seededRandom } from "./corpus/random";
import { type Half, wilsonInterval } from "./corpus/split";
import { recordedSentence, speakByEspeak } from "./corpus/voices";
import { wordErrors } from "./corpus/word-errors";

/** Frames that the product hands over at once. */
const PIECE_FRAMES = 5;
const LINE_NOISE_DBFS = -62;
const LOSS = 0.05;

type Verdict = "right" | "readBack" | "wrongReadBack" | "wrong" | "notUnderstood";
type JudgedAnswer = { item: Item; text: string; confidence: number; verdict: Verdict };
type Decoders = Awaited<ReturnType<typeof createDecoders>>;

const soundOf = ({ source, text }: Item, random: ReturnType<typeof seededRandom>) =>
  source.by === "espeak" ? speakByEspeak(text, source.voice) : recordedSentence(source.files, random);

/** The words of the decoder, before anything is refused. */
async function decode(decoders: Decoders, item: Item, lossShare: number) {
  const random = seededRandom(`line ${item.id}`);
  const sound = atLevel(soundOf(item, random), random.between(-30, -16));
  const line = withLineNoise(concat(silenceOf(250), sound, silenceOf(400)), LINE_NOISE_DBFS, random);
  const conceal = createConcealer();
  const frames = carriedFrames(line, lossShare, random).map(conceal);
  const loaded = await decoders.acquire(item.expectation);
  await loaded.decoder.reinitialize_audio();
  const listener = createUtteranceListener(loaded.decoder);
  const down = createResampler(16_000, 8_000);
  for (let at = 0; at < frames.length; at += PIECE_FRAMES) {
    const piece = frames.slice(at, at + PIECE_FRAMES).flatMap((frame) => [...down.push(frame)]);
    listener.take(Int16Array.from(piece), false);
  }
  const transcription = listener.finish();
  decoders.release(loaded);
  return transcription;
}

function verdictOf(item: Item, text: string, isUncertain: boolean): Verdict {
  const meaning = text === "" ? null : meaningOf(item, text);
  if (meaning === null) return "notUnderstood";
  const isRight = item.isAnswer && meaning === meaningOf(item, item.text);
  if (isUncertain) return isRight ? "readBack" : "wrongReadBack";
  return isRight ? "right" : "wrong";
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** One line of the table: the rates, and the upper end of the interval of the wrong ones. */
function row(label: string, judged: readonly JudgedAnswer[]): string {
  const count = (...verdicts: Verdict[]) => judged.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const total = judged.length;
  const wrong = count("wrong");
  const shares = [count("right"), count("readBack"), count("wrongReadBack"), wrong, count("notUnderstood")];
  const bound = percent(wilsonInterval(wrong, total).high);
  return `| ${label} | ${total} | ${shares.map((n) => percent(n / Math.max(1, total))).join(" | ")} | ${bound} |`;
}

const LABELS: Readonly<Record<AnswerKind, string>> = {
  yes_no: "yes or no",
  choice: "choice",
  digits: "digits",
  date: "date",
  time: "time",
  number: "number",
  free: "free sentence",
};

/** Source: the bound of the product for each kind of voice, docs/voice.md. */
const MOST_WRONG = 0.02;

/** The report's table. `isMet`: whether few enough answers were wrongly accepted, by voices of each source. */
export async function recognitionReport({
  half,
  perKind,
  recordedPerKind,
  say,
}: {
  half: Half;
  perKind: number;
  recordedPerKind: number;
  say(line: string): void;
}): Promise<{ text: string; isMet: boolean }> {
  const decoders = await createDecoders();
  const judged: JudgedAnswer[] = [];
  const errors = { clean: 0, lossy: 0, words: 0 };
  const items = answerItems(half, perKind, recordedPerKind);
  for (const [at, item] of items.entries()) {
    if (at % 100 === 0) say(`${at} of ${items.length} answers`);
    const clean = await decode(decoders, item, 0);
    const { text, isUncertain = false, understood } = judgeTranscription(item.expectation, clean);
    judged.push({
      item,
      text: clean.text,
      confidence: clean.confidence,
      verdict: verdictOf(item, understood ? text : "", isUncertain),
    });
    if (item.source.by !== "recorded") continue;
    const lossy = await decode(decoders, item, LOSS);
    errors.words += item.text.split(" ").length;
    errors.clean += wordErrors(item.text, clean.text);
    errors.lossy += wordErrors(item.text, lossy.text);
  }
  const of = (by: Item["source"]["by"], kind?: AnswerKind) =>
    judged.filter(({ item }) => item.source.by === by && (kind === undefined || item.kind === kind));
  const lines = [
    "| answer | n | right | read back | read back, wrong | wrongly accepted | not understood | 95 % bound of wrongly accepted |",
    "|---|--:|--:|--:|--:|--:|--:|--:|",
    ...ANSWER_KINDS.map((kind) => row(`${LABELS[kind]}, espeak-ng`, of("espeak", kind))),
    row("all, espeak-ng", of("espeak")),
    ...ANSWER_KINDS.filter((kind) => of("recorded", kind).length > 0).map((kind) =>
      row(`${LABELS[kind]}, recorded person`, of("recorded", kind)),
    ),
    row("all, recorded person", of("recorded")),
    "",
    `Word errors of the recorded person, of ${errors.words} words: ${percent(errors.clean / errors.words)} on a clean line, ${percent(errors.lossy / errors.words)} with 5 % loss (${(errors.lossy / errors.clean).toFixed(2)} times).`,
    "",
  ];
  const isMet = (["espeak", "recorded"] as const).every((by) => {
    const ofSource = of(by);
    return ofSource.filter(({ verdict }) => verdict === "wrong").length <= MOST_WRONG * ofSource.length;
  });
  return { text: lines.join("\n"), isMet };
}
