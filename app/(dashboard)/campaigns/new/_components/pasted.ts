/** Somebody as they were pasted, and the line that says so. */
export type Pasted = { line: number; phone: string; name?: string; timezone?: string };

/** What stands between the parts of a line: what spreadsheets copy, and what people type. */
const BETWEEN = /\s*[,;\t]\s*/;
/** An IANA name: `America/New_York`, `Etc/GMT+5`, `UTC`. */
const ZONE = /^([A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+|UTC)$/;

/** The parts of a line: a number, then a name and a time zone in either order. */
function entryOf(text: string, line: number): Pasted {
  const [phone = "", ...rest] = text.trim().split(BETWEEN);
  const timezone = rest.find((part) => ZONE.test(part));
  const name = rest
    .filter((part) => part !== timezone && part !== "")
    .join(" ")
    .trim();
  return { line, phone, ...(name !== "" && { name }), ...(timezone !== undefined && { timezone }) };
}

/** What somebody pasted, line by line; empty lines are left out, and count. */
export const pastedOf = (text: string): Pasted[] =>
  text.split(/\r?\n/).flatMap((line, i) => (line.trim() === "" ? [] : [entryOf(line, i + 1)]));

type Detail = { pointer: string; message: string };

const INDEX = /^\/contacts\/(\d+)/;

/** What the server says of entries, by the lines that they were pasted on; each line once for each message. */
export function wrongLines(pasted: readonly Pasted[], details: readonly Detail[]): string[] {
  const found = details.map(({ pointer, message }) => {
    const index = INDEX.exec(pointer)?.[1];
    const line = index === undefined ? undefined : pasted[Number(index)]?.line;
    return line === undefined ? message : `Line ${line}: ${message}`;
  });
  return [...new Set(found)];
}
