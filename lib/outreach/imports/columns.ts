import {
  attributeName,
  EXPORT_FIELDS,
  type Field,
  hasRejectedColumns,
  isExportHeader,
  namedField,
  REJECTED_COLUMNS,
  spelledField,
} from "./fields";
import type { Import, ImportColumn } from "./schema";

/** A column of a file with its field. `attribute`: the name that it has as an attribute. */
export type Column = Pick<ImportColumn, "column" | "field" | "source"> & { attribute: string };

/** Fields that exclude each other: a full name, and its parts. */
const PARTS_OF_NAME: readonly Field[] = ["first_name", "last_name"];

/** The fields that a file's columns hold. */
class FieldClaims {
  private readonly fields = new Set<Field>();

  take(field: Field): Field {
    if (field !== "ignore") this.fields.add(field);
    return field;
  }
  isFree(field: Field): boolean {
    if (this.fields.has(field)) return false;
    if (PARTS_OF_NAME.includes(field)) return !this.fields.has("name");
    return field !== "name" || !PARTS_OF_NAME.some((part) => this.fields.has(part));
  }
}

/** Characters of a repeated name, which leave room for `_2` and so on within the 64 of an attribute. */
const REPEATED_CHARS = 60;

/** The first free attribute of a name: `company`, else `company_2`, and so on. */
function freeAttribute(name: string, claims: FieldClaims): Field {
  for (let n = 1; ; n++) {
    const field = `attributes.${n === 1 ? name : `${name.slice(0, REPEATED_CHARS)}_${n}`}`;
    if (claims.isFree(field)) return field;
  }
}

/** The name of each column: its header, else its position. */
export const columnNames = (header: readonly string[]): string[] =>
  header.map((name, index) => name.trim() || `column_${index + 1}`);

/** The fields of a do-not-call list, which stores nothing but numbers. */
const NUMBER_FIELDS: readonly Field[] = ["phone", "region"];

type Rules = {
  mapping: ReadonlyMap<string, Field>;
  kind: Import["kind"];
  /** The fields that an object names itself, as in `POST /v1/contacts`. */
  nested?: readonly Field[];
};

/**
 * Assigns a field to each column: the mapping's, else the one that its header names or spells, else an
 * attribute. A field is given to one column; a second one with such a header becomes an attribute. Only the
 * mapping can name a field twice. Of a do-not-call list only the numbers are imported.
 */
export function assignColumns(names: readonly string[], { mapping, kind, nested = [] }: Rules): Column[] {
  const claims = new FieldClaims();
  const fields = new Map<number, Pick<Column, "field" | "source">>();
  const assign = (index: number, field: Field, source: Column["source"]) =>
    fields.set(index, { field: claims.take(field), source });
  const assignFree = (fieldOf: (name: string) => Field | undefined, isWanted: (field: Field) => boolean) => {
    for (const [index, name] of names.entries()) {
      const field = fields.has(index) ? undefined : fieldOf(name);
      if (field !== undefined && isWanted(field) && claims.isFree(field)) assign(index, field, "header");
    }
  };
  for (const [index, name] of names.entries()) {
    const mapped = mapping.get(name);
    if (mapped !== undefined) assign(index, mapped, "mapping");
  }
  if (hasRejectedColumns(names))
    for (const index of REJECTED_COLUMNS.keys()) if (!fields.has(index)) assign(index, "ignore", "header");
  const always = () => true;
  assignFree((name) => (nested.includes(name) ? name : undefined), always);
  if (isExportHeader(names)) assignFree((name) => EXPORT_FIELDS.get(name), always);
  const isWhole = (field: Field) => !PARTS_OF_NAME.includes(field);
  for (const isWanted of [isWhole, always])
    for (const fieldOf of [namedField, spelledField]) assignFree(fieldOf, isWanted);
  return names.map((column, index) => {
    const attribute = attributeName(column);
    const knownField = fields.get(index);
    if (kind === "suppressions" && (knownField === undefined || !NUMBER_FIELDS.includes(knownField.field)))
      return { column, attribute, field: "ignore", source: knownField?.source ?? "default" };
    if (knownField !== undefined) return { column, attribute, ...knownField };
    return { column, attribute, field: claims.take(freeAttribute(attribute, claims)), source: "default" };
  });
}
