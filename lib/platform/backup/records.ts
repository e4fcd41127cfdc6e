import { BackupBroken } from "./sealed-file";

/** An entry of a backup: a table's rows as `COPY` writes them, or a file; its bytes follow it. */
export type Entry =
  | { type: "about"; migrations: string[]; sequences: { name: string; value: string }[] }
  | { type: "table"; name: string; columns: string[] }
  | { type: "file"; name: string };

type Mark = "entry" | "bytes" | "end";
const MARKS: readonly Mark[] = ["entry", "bytes", "end"];
const HEAD = 5;
/** Above anything that `COPY` or a file is read in. */
const MOST = 16 * 1_024 * 1_024;

export function record(mark: Mark, body: Buffer): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(MARKS.indexOf(mark), 0);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** An entry with what is in it. */
export async function* entry(about: Entry, bytes: AsyncIterable<Buffer> | [] = []): AsyncGenerator<Buffer> {
  yield record("entry", Buffer.from(JSON.stringify(about)));
  for await (const part of bytes)
    for (let at = 0; at < part.length; at += MOST) yield record("bytes", part.subarray(at, at + MOST));
}

/** The records of a backup, one by one. Throws where its end is missing. */
export async function* recordsOf(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ entry: Entry } | { bytes: Buffer }> {
  let held: Buffer = Buffer.alloc(0);
  let ended = false;
  for await (const part of source) {
    held = held.length === 0 ? part : Buffer.concat([held, part]);
    let at = 0;
    while (held.length - at >= HEAD) {
      const length = held.readUInt32BE(at + 1);
      if (held.length - at - HEAD < length) break;
      const body = held.subarray(at + HEAD, at + HEAD + length);
      const mark = MARKS[held.readUInt8(at)];
      if (mark === "entry") yield { entry: JSON.parse(body.toString("utf8")) as Entry };
      else if (mark === "bytes") yield { bytes: Buffer.from(body) };
      else ended = true;
      at += HEAD + length;
    }
    held = Buffer.from(held.subarray(at));
  }
  if (!ended || held.length > 0) throw new BackupBroken("The backup ends before its end.");
}
