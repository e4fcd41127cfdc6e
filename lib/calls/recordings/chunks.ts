import { randomBytes } from "node:crypto";
import type { Sealer } from "@/lib/platform/crypto";
import type { Storage } from "@/lib/platform/storage";

/** 128 random bits: a folder that nobody finds by guessing, and that tells nothing. */
const OBJECT_BYTES = 16;

/** Two series of chunks: what is taken while the call runs, and the file that is made of it. */
export type Series = "raw" | "ogg";

export const newObject = (): string => randomBytes(OBJECT_BYTES).toString("hex");

/** The folder of a recording's chunks; the first level spreads them. */
export const folderOf = (object: string): string => `${object.slice(0, 2)}/${object}`;

type Of = { callId: string; object: string; series: Series };

const nameOf = ({ object, series }: Of, number: number): string => `${folderOf(object)}/${series}/${number}`;
/** Bound into each chunk's tag: one of another call, series or place does not open. */
const placeOf = ({ callId, series }: Of, number: number) => ({
  table: "recordings",
  row: callId,
  field: `${series}/${number}`,
});

/** Seals a chunk and stores it: no clear byte leaves this process. */
export const putChunk = (
  store: Storage,
  sealer: Sealer,
  of: Of,
  number: number,
  plain: Buffer,
): Promise<void> => store.put(nameOf(of, number), sealer.seal(placeOf(of, number), plain));

/** Null where there is none. Throws `SealBroken` for one that was altered or moved. */
export async function readChunk(
  store: Storage,
  sealer: Sealer,
  of: Of,
  number: number,
): Promise<Buffer | null> {
  const box = await store.read(nameOf(of, number));
  return box === null ? null : sealer.open(placeOf(of, number), box);
}
