import type { Decoder, SoundSwallowerModule } from "soundswallower";

/** Functions of the program that its types lack: reading its model's files. */
type Program = SoundSwallowerModule & {
  _s3file_init(address: number, length: number): number;
  _s3file_free(file: number): void;
  /** Negative where the grammar cannot be read. */
  _decoder_init_grammar_s3file(decoder: number, fsg: number, jsgf: number): number;
};

/**
 * Has a decoder listen for a grammar of Sphinx's FSG format, all of whose words it knows. `set_grammar` takes JSGF alone,
 * which writes every rule out at each place that names it. Throws where the grammar cannot be read.
 */
export function setFsg(module: SoundSwallowerModule, decoder: Decoder, fsg: string): void {
  const program = module as Program;
  const bytes = Buffer.from(`${fsg}\0`, "latin1");
  const address = program._malloc(bytes.length);
  if (address === 0) throw new Error("There is no room for a grammar.");
  program.HEAPU8.set(bytes, address);
  const file = program._s3file_init(address, bytes.length - 1);
  try {
    const { cdecoder } = decoder as Decoder & { cdecoder: number };
    if (program._decoder_init_grammar_s3file(cdecoder, file, 0) < 0)
      throw new Error("A grammar cannot be read.");
  } finally {
    program._s3file_free(file);
    program._free(address);
  }
}
