/** A small file that is whole in memory, as the response of a route. */
export type MemoryFile = {
  mediaType: string;
  name: string;
  bytes: number;
  ranges: false;
  read(): AsyncIterable<Uint8Array>;
};

/** Media type of the CSV files that `csvLines` writes with a header. */
export const CSV_MEDIA_TYPE = "text/csv; charset=utf-8; header=present";

/** Creates a file of this text. The caller bounds its size. */
export function createMemoryFile(name: string, mediaType: string, text: string): MemoryFile {
  const content = Buffer.from(text, "utf8");
  return {
    mediaType,
    name,
    bytes: content.length,
    ranges: false,
    async *read() {
      yield content;
    },
  };
}
