/** A head that is not signed yet. `hash` is hex. */
export type UnsignedHead = { workspace_id: string; seq: number; hash: string; at: string };

/** The text that the signature of a head covers. */
export const headText = ({ workspace_id, seq, hash, at }: UnsignedHead): string =>
  `parley audit head\n${workspace_id}\n${seq}\n${hash}\n${at}`;
