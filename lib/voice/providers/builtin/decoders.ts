import { dirname, join } from "node:path";
import createModule, { type Decoder, type SoundSwallowerModule } from "soundswallower";
import type { Expectation } from "../port";
import { buildGrammar, type Grammar } from "./grammar/build";
import { MODEL_FOLDER } from "./grammar/dictionary";

/** A decoder with a grammar in it: eight megabytes, and a tenth of a second to make. */
export type Loaded = { key: string; decoder: Decoder; known: Set<string> };

/** Grammars that are kept as text: those of the kinds, and of the choices that agents ask for again and again. */
const MAX_GRAMMARS = 200;
/** A decoder that has been taught more words than this, by ever new choices, is made anew. */
const MAX_KNOWN_WORDS = 5_000;

/** Decoders of one thread, handed out one to each utterance; as many as it has utterances at once. */
export type Decoders = { acquire(expectation: Expectation): Promise<Loaded>; release(loaded: Loaded): void };

/** What a grammar depends on. */
const keyOf = ({ kind, choices }: Expectation): string =>
  kind === "choice" ? JSON.stringify([kind, ...(choices ?? [])]) : kind;

const CONFIG = {
  samprate: 8_000,
  loglevel: "FATAL",
  // No such file: a decoder is taught the words of its grammars alone, instead of 134,000.
  dict: join(MODEL_FOLDER, "none"),
};

/** Loads the program once; decoders come later, as they are asked for. */
export async function createDecoders(): Promise<Decoders> {
  const program: SoundSwallowerModule = await createModule({
    print() {},
    printErr() {},
    modelBase: `${dirname(MODEL_FOLDER)}/`,
  } as Partial<SoundSwallowerModule>);
  const grammars = new Map<string, Grammar>();
  const free: Loaded[] = [];

  function grammarOf(key: string, expectation: Expectation): Grammar {
    const grammar = grammars.get(key) ?? buildGrammar(expectation);
    if (grammars.size >= MAX_GRAMMARS) grammars.clear();
    grammars.set(key, grammar);
    return grammar;
  }

  async function fresh(): Promise<Loaded> {
    const decoder = new program.Decoder(CONFIG);
    await decoder.initialize();
    return { key: "", decoder, known: new Set() };
  }

  function teach({ decoder, known }: Loaded, { words, jsgf }: Grammar): void {
    const entries = words
      .filter(({ token }) => !known.has(token))
      .flatMap(({ token, sounds }) =>
        sounds.map((sound, i): [string, string] => [i === 0 ? token : `${token}(${i + 1})`, sound]),
      );
    for (const { token } of words) known.add(token);
    if (entries.length > 0) decoder.add_words(...entries);
    decoder.set_grammar(jsgf);
  }

  return {
    async acquire(expectation) {
      const key = keyOf(expectation);
      const at = free.findIndex((one) => one.key === key);
      const [found] = free.splice(Math.max(at, 0), 1);
      if (found?.key === key) return found;
      const tired = found !== undefined && found.known.size > MAX_KNOWN_WORDS;
      if (tired) found.decoder.delete();
      const loaded = found === undefined || tired ? await fresh() : found;
      teach(loaded, grammarOf(key, expectation));
      loaded.key = key;
      return loaded;
    },
    release: (loaded) => void free.push(loaded),
  };
}
