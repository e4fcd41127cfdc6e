import { dirname, join } from "node:path";
import createModule, { type Decoder, type SoundSwallowerModule } from "soundswallower";
import type { Expectation } from "@/lib/agents/providers/schema";
import { buildGrammar, type Word } from "./grammar/build";
import { MODEL_FOLDER } from "./grammar/dictionary";
import { fsgOf } from "./grammar/fsg";
import { setFsg } from "./set-fsg";

/** A decoder with a grammar in it: eight megabytes, and a tenth of a second to make. */
export type LoadedDecoder = { key: string; decoder: Decoder; knownWords: Set<string> };

/** Grammars that are kept as text: those of the kinds, and of the choices that agents ask for again and again. */
const MAX_GRAMMARS = 200;
/** Decoders that are kept, each with the grammar it had last: to change that takes as long as two tenths of a second of speech. */
const KEPT = 8;
/** Grammars that conversations begin with: their decoders are there before the first caller speaks. */
const FIRST: readonly Expectation[] = [
  { kind: "open", language: "en" },
  { kind: "yes_no", language: "en" },
  { kind: "open", topic: "recording", language: "en" },
];
/** A decoder with more added words, from new choices, is recreated. */
const MAX_KNOWN_WORDS = 5_000;

/** Decoders of one thread, handed out one to each utterance; as many as it has utterances at once. */
export type Decoders = {
  acquire(expectation: Expectation): Promise<LoadedDecoder>;
  release(loaded: LoadedDecoder): void;
};

/** The inputs of a grammar. */
const keyOf = ({ kind, choices, topic }: Expectation): string =>
  kind === "choice" ? JSON.stringify([kind, ...(choices ?? [])]) : `${kind} ${topic ?? ""}`;

const CONFIG = {
  samprate: 8_000,
  loglevel: "FATAL",
  // No such file: a decoder is taught the words of its grammars alone, instead of 134,000.
  dict: join(MODEL_FOLDER, "none"),
  // Weights of a grammar are probabilities as they stand, and a further word costs what it costs at the usual weight.
  lw: 1,
  wip: 0.65 ** 6.5,
};

/** A grammar as it is kept: what a decoder is taught, and what it then listens for. */
type Grammar = { words: readonly Word[]; fsg: string };

/** Loads the program once, and the first decoders; others come as they are asked for. */
export async function createDecoders(): Promise<Decoders> {
  const program: SoundSwallowerModule = await createModule({
    print() {},
    printErr() {},
    modelBase: `${dirname(MODEL_FOLDER)}/`,
  } as Partial<SoundSwallowerModule>);
  const grammars = new Map<string, Grammar>();
  /** In the order in which they were used. */
  const free: LoadedDecoder[] = [];
  let createdCount = 0;

  function grammarOf(key: string, expectation: Expectation): Grammar {
    const cached = grammars.get(key);
    if (cached !== undefined) return cached;
    const built = buildGrammar(expectation);
    const isShort =
      expectation.topic === undefined && (expectation.kind === "yes_no" || expectation.kind === "choice");
    const grammar = { words: built.words, fsg: fsgOf(built, isShort ? "short" : "open") };
    if (grammars.size >= MAX_GRAMMARS) grammars.clear();
    grammars.set(key, grammar);
    return grammar;
  }

  async function fresh(): Promise<LoadedDecoder> {
    const decoder = new program.Decoder(CONFIG);
    await decoder.initialize();
    createdCount++;
    return { key: "", decoder, knownWords: new Set() };
  }

  function teach({ decoder, knownWords }: LoadedDecoder, { words, fsg }: Grammar): void {
    const entries = words
      .filter(({ token }) => !knownWords.has(token))
      .flatMap(({ token, sounds }) =>
        sounds.map((sound, i): [string, string] => [i === 0 ? token : `${token}(${i + 1})`, sound]),
      );
    for (const { token } of words) knownWords.add(token);
    if (entries.length > 0) decoder.add_words(...entries);
    setFsg(program, decoder, fsg);
  }

  /** One that is free and has the grammar, or may be taught another; undefined where one is to be made. */
  function take(key: string): LoadedDecoder | undefined {
    const at = free.findIndex((loaded) => loaded.key === key);
    if (at >= 0) return free.splice(at, 1)[0];
    if (createdCount < KEPT) return undefined;
    const oldest = free.shift();
    if (oldest === undefined || oldest.knownWords.size <= MAX_KNOWN_WORDS) return oldest;
    oldest.decoder.delete();
    createdCount--;
    return undefined;
  }
  async function acquire(expectation: Expectation): Promise<LoadedDecoder> {
    const key = keyOf(expectation);
    const decoder = take(key);
    if (decoder?.key === key) return decoder;
    const loaded = decoder ?? (await fresh());
    teach(loaded, grammarOf(key, expectation));
    loaded.key = key;
    return loaded;
  }
  const release = (loaded: LoadedDecoder) => void free.push(loaded);

  for (const loaded of await Promise.all(FIRST.map(acquire))) release(loaded);
  return { acquire, release };
}
