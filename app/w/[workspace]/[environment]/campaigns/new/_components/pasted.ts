import type { ErrorDetail } from "@/lib/platform/errors";
import type { Translator } from "@/messages/translator";

type Texts = Translator<"campaigns.add">;

/** A pasted contact and its line number. */
export type Pasted = {
  line: number;
  phone: string;
  name?: string;
  timezone?: string;
  /** Values of the agent's variables, from a table with a header. */
  variables?: Record<string, string>;
};
/** `variables`: other columns of the header than those of a contact. `problems`: lines that do not fit the header. */
export type Paste = { entries: Pasted[]; variables: string[]; problems: string[] };

/** Separators of a line's parts, from spreadsheets and as typed by hand. */
const BETWEEN = /(?<!\s)\s*[,;\t]\s*/;
/** An IANA name: `America/New_York`, `Etc/GMT+5`, `UTC`. */
const ZONE = /^([A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+|UTC)$/;

type Line = { line: number; text: string };

/** The parts of a line: a number, then a name and a time zone in either order. */
function entryOf({ text, line }: Line): Pasted {
  const [phone = "", ...cells] = text.trim().split(BETWEEN);
  const timezone = cells.find((part) => ZONE.test(part));
  const name = cells
    .filter((part) => part !== timezone && part !== "")
    .join(" ")
    .trim();
  return { line, phone, ...(name !== "" && { name }), ...(timezone !== undefined && { timezone }) };
}

/** The header names of a contact's fields; other names are variables. */
const FIELDS: Readonly<Record<string, "phone" | "name" | "timezone">> = {
  phone: "phone",
  number: "phone",
  name: "name",
  timezone: "timezone",
  "time zone": "timezone",
};
const fieldOf = (name: string) =>
  Object.hasOwn(FIELDS, name.toLowerCase()) ? FIELDS[name.toLowerCase()] : undefined;

/** The delimiter of a table: tabs if it was copied from a spreadsheet, as its cells can contain commas. */
const delimiterOf = (head: string): string =>
  ["\t", ";", ","].find((delimiter) => head.includes(delimiter)) ?? ",";
const partsOf = (text: string, delimiter: string): string[] =>
  text.split(delimiter).map((part) => part.trim());

/** A line of a table whose columns have names. */
function namedEntry({ text, line }: Line, names: readonly string[], delimiter: string): Pasted {
  const entry: Pasted = { line, phone: "" };
  const variables: Record<string, string> = {};
  partsOf(text, delimiter).forEach((value, i) => {
    const name = names[i];
    if (name === undefined || name === "" || value === "") return;
    const field = fieldOf(name);
    if (field === undefined) variables[name] = value;
    else entry[field] = value;
  });
  return { ...entry, ...(Object.keys(variables).length > 0 && { variables }) };
}

function readTable(t: Texts, head: string, lines: readonly Line[]): Paste {
  const delimiter = delimiterOf(head);
  const names = partsOf(head, delimiter);
  const hasMore = ({ text }: Line) =>
    partsOf(text, delimiter)
      .slice(names.length)
      .some((part) => part !== "");
  return {
    entries: lines.map((line) => namedEntry(line, names, delimiter)),
    variables: names.filter((name) => name !== "" && fieldOf(name) === undefined),
    problems: lines.filter(hasMore).map(({ line }) => t("lineTooLong", { line })),
  };
}

/**
 * Parses pasted text by line. Empty lines are skipped but counted. A first line with a column "phone" or "number" is a
 * table header; the other columns are the name, the time zone and the agent's variables.
 */
export function readPaste(t: Texts, text: string): Paste {
  const lines = text
    .split(/\r?\n/)
    .map((line, i): Line => ({ line: i + 1, text: line }))
    .filter((line) => line.text.trim() !== "");
  const [first, ...otherLines] = lines;
  const head = first?.text ?? "";
  if (partsOf(head, delimiterOf(head)).some((name) => fieldOf(name) === "phone"))
    return readTable(t, head, otherLines);
  return { entries: lines.map(entryOf), variables: [], problems: [] };
}

const INDEX = /^\/contacts\/(\d+)/;

/** The server's errors by pasted line; each message once per line. */
export function lineErrors(
  t: Texts,
  pasted: readonly Pasted[],
  details: readonly ErrorDetail[],
  detailText: (detail: ErrorDetail) => string,
): string[] {
  const problems = details.map((detail) => {
    const message = detailText(detail);
    const index = INDEX.exec(detail.pointer)?.[1];
    const line = index === undefined ? undefined : pasted[Number(index)]?.line;
    return line === undefined ? message : t("line", { line, message });
  });
  return [...new Set(problems)];
}
