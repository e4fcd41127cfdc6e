import { randomBytes } from "node:crypto";
import type { Sealer } from "@/lib/platform/crypto";
import type { Storage } from "@/lib/platform/storage";

/** 128 random bits: a folder name that cannot be guessed and reveals nothing. */
const OBJECT_BYTES = 16;

/** Series of chunks: `raw` is captured during the call, `ogg` is the file made from it. */
export type Series = "raw" | "ogg";

export const createObjectName = (): string => randomBytes(OBJECT_BYTES).toString("hex");

/** The folder of a recording's chunks. Its first level spreads them. */
export const folderOf = (object: string): string => `${object.slice(0, 2)}/${object}`;

/** Chunks of one part of a recording: five seconds each, a whole day. */
const PART_CHUNKS = 100_000;

/**
 * The number of a part's chunk. Each process that continues a recording writes a new part, so that none overwrites
 * another's chunks.
 */
export const numberInPart = (part: number, number: number): number => part * PART_CHUNKS + number;

type ChunkSeries = { callId: string; object: string; series: Series };

const chunkNameOf = ({ object, series }: ChunkSeries, number: number): string =>
  `${folderOf(object)}/${series}/${number}`;
/**
 * Part of each chunk's authenticated data, so that a chunk of another call, series or position does not open.
 */
const chunkFieldRef = ({ callId, series }: ChunkSeries, number: number) => ({
  table: "recordings",
  row: callId,
  field: `${series}/${number}`,
});

/** Seals a chunk and stores it. Clear audio never leaves this process. */
export const putChunk = (
  store: Storage,
  sealer: Sealer,
  series: ChunkSeries,
  number: number,
  plain: Buffer,
): Promise<void> => store.put(chunkNameOf(series, number), sealer.seal(chunkFieldRef(series, number), plain));

/** Reads and opens a chunk; null if it does not exist. Throws `SealBroken` for an altered or moved chunk. */
export async function readChunk(
  store: Storage,
  sealer: Sealer,
  series: ChunkSeries,
  number: number,
): Promise<Buffer | null> {
  const ciphertext = await store.read(chunkNameOf(series, number));
  return ciphertext === null ? null : sealer.open(chunkFieldRef(series, number), ciphertext);
}
