/** An entry of an archive. `type`: "0" for a file, "5" for a folder, "2" for a symbolic link, "x" for a pax header. */
export type TarEntry = { path: string; content?: Buffer | string; type?: string; link?: string };

function header({ path, type = "0", link = "" }: TarEntry, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100, "utf8");
  block.write("0000777\0", 100);
  block.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  block.write("        ", 148);
  block.write(type, 156);
  block.write(link, 157, 100, "utf8");
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** Writes a tar archive, also of entries that no honest program writes. */
export function createTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? "");
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [header(entry, content.length), content, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}
