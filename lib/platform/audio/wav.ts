/** Size of the RIFF header, the `fmt ` chunk and the header of the `data` chunk of a 16-bit PCM file. */
export const WAV_HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
/** RIFF sizes have 32 bits. */
const MAX_DATA_BYTES = 0xffff_ffff - WAV_HEADER_BYTES;

export type WavFormat = { rateHz: number; channels: number; dataBytes: number };

/**
 * The header of a WAV file of 16-bit PCM (Microsoft, "Multimedia Programming Interface and Data
 * Specifications 1.0"). Throws RangeError over 4 GiB.
 */
export function wavHeader({ rateHz, channels, dataBytes }: WavFormat): Uint8Array {
  if (dataBytes > MAX_DATA_BYTES) throw new RangeError("A WAV file holds at most 4 GiB.");
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const text = (offset: number, word: string) => header.set(new TextEncoder().encode(word), offset);
  const blockBytes = channels * BYTES_PER_SAMPLE;
  text(0, "RIFF");
  view.setUint32(4, WAV_HEADER_BYTES - 8 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true); // the chunk's length
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, channels, true);
  view.setUint32(24, rateHz, true);
  view.setUint32(28, rateHz * blockBytes, true);
  view.setUint16(32, blockBytes, true);
  view.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
  return header;
}
