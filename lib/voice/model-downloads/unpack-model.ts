import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { decompressBzip2 } from "./bzip2";
import { ArchiveError, readTarFiles, type TarFile } from "./tar-entries";

/** The largest published model has two gigabytes. More fills the disk of a small machine. */
export const MAX_UNPACKED_BYTES = 8 * 1_024 ** 3;
const READ_BYTES = 1_024 * 1_024;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/**
 * The name under which a file of the archive is written; null for a file in a subfolder, such as sample recordings,
 * which a model does not need. Throws for a path that leads elsewhere.
 */
export function targetName(path: string): string | null {
  const parts = path.split("/").filter((part) => part !== "." && part !== "");
  const leadsElsewhere = path.startsWith("/") || /[\\\0:]/.test(path) || parts.includes("..");
  if (leadsElsewhere) throw new ArchiveError("The archive has a path that leads out of its folder.");
  // The archives have one folder at the top.
  const [name, ...deeper] = parts.length > 1 ? parts.slice(1) : parts;
  // Archives of macOS have hidden files beside each file.
  if (name === undefined || deeper.length > 0 || name.startsWith(".")) return null;
  if (!FILE_NAME.test(name)) throw new ArchiveError("The archive has an unusual file name.");
  return name;
}

/** The tar archive in a file, decompressed by its first bytes: bzip2, gzip or none. */
async function* readArchive(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file, "r");
  const start = Buffer.alloc(3);
  await handle.read(start, 0, start.length, 0).finally(() => handle.close());
  const stream = createReadStream(file, { highWaterMark: READ_BYTES });
  try {
    if (start.toString("latin1") === "BZh") yield* decompressBzip2(stream);
    else if (start[0] === 0x1f && start[1] === 0x8b) yield* stream.pipe(createGunzip());
    else yield* stream;
  } finally {
    stream.destroy();
  }
}

/** Writes a file that must not exist. Its permissions do not include execution. */
async function writeNewFile(path: string, { content }: TarFile): Promise<void> {
  const file = await open(path, "wx", 0o644);
  try {
    for await (const bytes of content) await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Unpacks the files at the top of an archive into a new folder. Throws an `ArchiveError` for links, devices, paths that
 * lead elsewhere, repeated names and more than `maxBytes`, and removes the folder.
 */
export async function unpackModel(
  archive: string,
  folder: string,
  maxBytes = MAX_UNPACKED_BYTES,
): Promise<void> {
  await mkdir(folder);
  try {
    let bytes = 0;
    const names = new Set<string>();
    for await (const file of readTarFiles(readArchive(archive))) {
      bytes += file.size;
      if (bytes > maxBytes) throw new ArchiveError("The archive is too large when it is unpacked.");
      const name = targetName(file.path);
      if (name === null) continue;
      if (names.has(name.toLowerCase()))
        throw new ArchiveError("The archive has two files of the same name.");
      names.add(name.toLowerCase());
      await writeNewFile(join(folder, name), file);
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error instanceof RangeError ? new ArchiveError(error.message) : error;
  }
}
