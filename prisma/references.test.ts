import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Column = { name: string; comment: string };
type Model = { name: string; comment: string; columns: Column[]; keyed: Set<string> };

const SCHEMA = readFileSync(join(import.meta.dirname, "schema.prisma"), "utf8");
const REFERENCE = /_(id|by|member)$|^(target|subject|link)$/;
/** Columns with such a name that refer to no row: a process, a request, a user's own identifier, times, a reason. */
const NO_REFERENCE = new Set([
  "worker_id",
  "gateway_id",
  "request_id",
  "blocked_by",
  "due_by",
  "data_backups_expire_by",
  "key_backups_expire_by",
]);

function parse(schema: string): Model[] {
  const models: Model[] = [];
  let comment: string[] = [];
  let model: Model | undefined;
  for (const line of schema.split("\n")) {
    const text = line.trim();
    const name = /^model (\w+) \{$/.exec(text)?.[1];
    if (name !== undefined) {
      model = { name, comment: comment.join(" "), columns: [], keyed: new Set() };
      models.push(model);
    } else if (text === "}") model = undefined;
    else if (model !== undefined && !text.startsWith("//") && text !== "") {
      const fields = /@relation\((?:"\w+", )?fields: \[([^\]]*)\]/.exec(text)?.[1];
      for (const field of fields?.split(",") ?? []) model.keyed.add(field.trim());
      const column = /^(\w+)\s+(String|Int)\b/.exec(text)?.[1];
      if (column !== undefined)
        model.columns.push({
          name: column,
          comment: [...comment, /\/\/\/ (.*)$/.exec(text)?.[1] ?? ""].join(" "),
        });
    }
    const doc = /^\/\/\/ ?(.*)$/.exec(text)?.[1];
    comment = doc === undefined ? [] : [...comment, doc];
  }
  return models;
}

const hasReason = (model: Model, { name, comment }: Column): boolean =>
  /no key: /.test(comment) ||
  /No keys: /.test(model.comment) ||
  model.comment.includes(`No key for ${name}: `);

/** References with neither a foreign key nor a reason. */
const unexplained = (schema: string): string[] =>
  parse(schema).flatMap((model) =>
    model.columns
      .filter((column) => REFERENCE.test(column.name) && !NO_REFERENCE.has(column.name))
      .filter((column) => !model.keyed.has(column.name) && !hasReason(model, column))
      .map((column) => `${model.name}.${column.name}`),
  );

describe("references of schema.prisma", () => {
  it("have a foreign key, or the reason why not", () => {
    expect(unexplained(SCHEMA)).toEqual([]);
  });

  it("are found: one without both is reported", () => {
    const schema = SCHEMA.replace("model tools {", "model tools {\n  other_id String");
    expect(unexplained(schema)).toEqual(["tools.other_id"]);
  });

  it("are in tables with a comment", () => {
    expect(
      parse(SCHEMA)
        .filter((model) => model.comment === "")
        .map((model) => model.name),
    ).toEqual([]);
  });
});
