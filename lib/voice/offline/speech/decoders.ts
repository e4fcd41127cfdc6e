import { dirname, join } from "node:path";
import createModule, { type Decoder, type SoundSwallowerModule } from "soundswallower";
import type { Expectation } from "@/lib/voice/providers/port";
import { buildGrammar, type Word } from "./grammar/build";
import { MODEL_FOLDER } from "./grammar/dictionary";
import { fsgOf } from "./grammar/fsg";
import { setFsg } from "./set-fsg";

/** A decoder with a grammar in it: eight megabytes, and a tenth of a second to make. */
export type Loaded = { key: string; decoder: Decoder; known: Set<string> };

/** Grammars that are kept as text: those of the kinds, and of the choices that agents ask for again and again. */
const MAX_GRAMMARS = 200;
/** Decoders that are kept, each with the grammar it had last: to change that takes as long as two tenths of a second of speech. */
const KEPT = 8;
/** Grammars that conversations begin with: their decoders are there before the first caller speaks. */
const FIRST: readonly Expectation[] = [
  { kind: "open", language: "en" },
  { kind: "yes_no", language: "en" },
  { kind: "open", about: "recording", language: "en" },
];
/** A decoder that has been taught more words than this, by ever new choices, is made anew. */
const MAX_KNOWN_WORDS = 5_000;

/** Decoders of one thread, handed out one to each utterance; as many as it has utterances at once. */
export type Decoders = { acquire(expectation: Expectation): Promise<Loaded>; release(loaded: Loaded): void };

/** What a grammar depends on. */
const keyOf = ({ kind, choices, about }: Expectation): string =>
  kind === "choice" ? JSON.stringify([kind, ...(choices ?? [])]) : `${kind} ${about ?? ""}`;

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
  const free: Loaded[] = [];
  let made = 0;

  function grammarOf(key: string, expectation: Expectation): Grammar {
    const known = grammars.get(key);
    if (known !== undefined) return known;
    const built = buildGrammar(expectation);
    const grammar = { words: built.words, fsg: fsgOf(built) };
    if (grammars.size >= MAX_GRAMMARS) grammars.clear();
    grammars.set(key, grammar);
    return grammar;
  }

  async function fresh(): Promise<Loaded> {
    const decoder = new program.Decoder(CONFIG);
    await decoder.initialize();
    made++;
    return { key: "", decoder, known: new Set() };
  }

  function teach({ decoder, known }: Loaded, { words, fsg }: Grammar): void {
    const entries = words
      .filter(({ token }) => !known.has(token))
      .flatMap(({ token, sounds }) =>
        sounds.map((sound, i): [string, string] => [i === 0 ? token : `${token}(${i + 1})`, sound]),
      );
    for (const { token } of words) known.add(token);
    if (entries.length > 0) decoder.add_words(...entries);
    setFsg(program, decoder, fsg);
  }

  /** One that is free and has the grammar, or may be taught another; undefined where one is to be made. */
  function take(key: string): Loaded | undefined {
    const at = free.findIndex((one) => one.key === key);
    if (at >= 0) return free.splice(at, 1)[0];
    if (made < KEPT) return undefined;
    const oldest = free.shift();
    if (oldest === undefined || oldest.known.size <= MAX_KNOWN_WORDS) return oldest;
    oldest.decoder.delete();
    made--;
    return undefined;
  }
  async function acquire(expectation: Expectation): Promise<Loaded> {
    const key = keyOf(expectation);
    const found = take(key);
    if (found?.key === key) return found;
    const loaded = found ?? (await fresh());
    teach(loaded, grammarOf(key, expectation));
    loaded.key = key;
    return loaded;
  }
  const release = (loaded: Loaded) => void free.push(loaded);

  for (const loaded of await Promise.all(FIRST.map(acquire))) release(loaded);
  return { acquire, release };
}
