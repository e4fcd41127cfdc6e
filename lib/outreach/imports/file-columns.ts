import { assignColumns, type Column } from "./columns";
import { type Field, NESTED_FIELDS } from "./fields";
import { type FileRefused, fileRefused, storableName } from "./file-problems";
import type { Cell } from "./file-row";
import type { Import, ImportColumn } from "./schema";

/** Maximum columns of a file: several times the maximum of attributes. */
const MAX_COLUMNS = 200;
/** Assignments kept for objects with the same keys. Most files have a few. */
const MAX_ASSIGNMENTS = 1_000;

/** A column of the file, with its position in the report. */
export type FileColumn = Column & { index: number };

type Options = {
  mapping: ReadonlyMap<string, Field>;
  kind: Import["kind"];
  /** Keeps the first problem of the columns instead of throwing it, so that a preview can show the file. */
  isLenient?: boolean;
};

/** Finds the problem of a header's columns; null if they can be imported. */
function findHeaderProblem(
  columns: readonly Column[],
  mapping: ReadonlyMap<string, Field>,
): FileRefused | null {
  const names = new Set(columns.map(({ column }) => column));
  for (const column of mapping.keys())
    if (!names.has(column)) return fileRefused("column_unknown", { row: 1, column });
  const seenFields = new Set<Field>();
  for (const { field, column } of columns) {
    if (field === "ignore") continue;
    if (seenFields.has(field)) return fileRefused("column_twice", { row: 1, column });
    seenFields.add(field);
  }
  if (seenFields.has("name") && (seenFields.has("first_name") || seenFields.has("last_name")))
    return fileRefused("names_twice", { row: 1 });
  return seenFields.has("phone") ? null : fileRefused("phone_column_missing", { row: 1 });
}

/** The columns of one file with their fields, and the number of values in each. */
export class FileColumns {
  readonly list: FileColumn[] = [];
  /** The first problem of the columns, of a lenient reading. */
  problem: FileRefused | null = null;
  private readonly values: number[] = [];
  private readonly indexes = new Map<string, FileColumn>();
  private readonly assignments = new Map<string, FileColumn[]>();

  constructor(private readonly options: Options) {}

  private add(column: Column): FileColumn {
    const index = this.list.length;
    if (index >= MAX_COLUMNS)
      throw fileRefused("columns_too_many", { column: column.column }, { max: MAX_COLUMNS });
    const fileColumn = { ...column, index };
    this.list.push(fileColumn);
    this.values.push(0);
    return fileColumn;
  }

  /** Assigns the columns of a header. Throws `FileRefused` if it has no phone column or a field twice. */
  assignHeader(names: readonly string[]): FileColumn[] {
    const { mapping, kind, isLenient = false } = this.options;
    // A second reading has the same header.
    if (this.list.length > 0) return this.list;
    const columns = assignColumns(names, { mapping, kind });
    this.problem = findHeaderProblem(columns, mapping);
    if (this.problem !== null && !isLenient) throw this.problem;
    return columns.map((column) => this.add(column));
  }

  /** Assigns the keys of one object of a JSON array. Objects can have different keys. */
  assignKeys(keys: readonly string[]): FileColumn[] {
    const { mapping, kind } = this.options;
    const assignmentKey = JSON.stringify(keys);
    const former = this.assignments.get(assignmentKey);
    if (former !== undefined) return former;
    const assigned = assignColumns(keys, { mapping, kind, nested: NESTED_FIELDS });
    const columns = assigned.map((column) => this.columnOf(column));
    if (this.assignments.size < MAX_ASSIGNMENTS) this.assignments.set(assignmentKey, columns);
    return columns;
  }

  /** Returns the column of this name and field. The first time it is added. */
  private columnOf(column: Column): FileColumn {
    const key = JSON.stringify([column.column, column.field]);
    const existing = this.indexes.get(key);
    if (existing !== undefined) return existing;
    const added = this.add(column);
    this.indexes.set(key, added);
    return added;
  }

  /** Counts the values of one row. */
  count(cells: readonly Cell[]): void {
    for (const { index } of cells) this.values[index] = (this.values[index] ?? 0) + 1;
  }

  /** Each column with its field and number of values, in the order of the file. */
  report(): (ImportColumn & Pick<Column, "attribute">)[] {
    return this.list.map(({ index, ...column }) => ({ ...column, values: this.values[index] ?? 0 }));
  }

  /** The report as it is stored with the import. */
  storedReport(): ImportColumn[] {
    return this.report().map(({ column, field, source, values }) => ({
      column: storableName(column),
      field: storableName(field),
      source,
      values,
    }));
  }
}
