import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Statements that are applied together, with the comment above them. Applying them twice changes nothing. */
export type Unit = { readonly source: string; readonly sql: string };

const DOLLAR_QUOTE = /\$\w*\$/g;

/** Splits a file at blank lines, except within dollar quotes: a function's body may contain some. */
export function splitUnits(text: string): string[] {
  const units: string[] = [];
  let lines: string[] = [];
  let quote: string | null = null;
  for (const line of [...text.split("\n"), ""]) {
    if (line.trim() === "" && quote === null) {
      if (lines.some((l) => !l.startsWith("--"))) units.push(lines.join("\n"));
      lines = [];
      continue;
    }
    lines.push(line);
    if (line.startsWith("--")) continue;
    for (const [tag] of line.matchAll(DOLLAR_QUOTE)) {
      if (quote === null) quote = tag;
      else if (quote === tag) quote = null;
    }
  }
  return units;
}

/** The units of prisma/sql, file by file in alphabetical order. */
export function readUnits(folder: string): Unit[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .flatMap((name) =>
      splitUnits(readFileSync(join(folder, name), "utf8")).map((sql) => ({ source: name, sql })),
    );
}

/** `COMMENT ON TABLE` for each model of schema.prisma that has a `///` comment. */
export function tableComments(schema: string): Unit[] {
  const units: Unit[] = [];
  let comment: string[] = [];
  for (const line of schema.split("\n")) {
    const doc = /^\/\/\/ ?(.*)$/.exec(line);
    const model = /^model (\w+) \{$/.exec(line);
    if (doc) comment.push(doc[1] ?? "");
    else {
      if (model && comment.length > 0) {
        const text = comment.join(" ").replaceAll("'", "''");
        units.push({ source: "schema.prisma", sql: `COMMENT ON TABLE ${model[1]} IS '${text}';` });
      }
      comment = [];
    }
  }
  return units;
}
