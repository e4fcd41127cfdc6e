// Finds the constants of TypeScript files, also those that a file imports or exports from another one.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** The expression of a constant, and the file that it is in. */
type Declaration = { expression: ts.Expression; file: string };

/** A name of another file. */
type Reference = { file: string; name: string };

/** Reads files of the repository at `root`, each once and only when a name leads to it. */
export class Declarations {
  private readonly files = new Map<string, ReadonlyMap<string, Declaration | Reference>>();

  constructor(private readonly root: string) {}

  /** The constant that a file knows by a name; undefined for other names, such as those of packages. */
  find(file: string, name: string): Declaration | undefined {
    const entry = this.namesOf(file).get(name);
    return entry === undefined || "expression" in entry ? entry : this.find(entry.file, entry.name);
  }

  private namesOf(file: string): ReadonlyMap<string, Declaration | Reference> {
    const cached = this.files.get(file);
    if (cached !== undefined) return cached;
    const names = new Map<string, Declaration | Reference>();
    this.files.set(file, names);
    const path = join(this.root, file);
    if (!existsSync(path)) return names;
    const source = ts.createSourceFile(file, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (ts.isVariableStatement(statement)) addConstants(statement, file, names);
      if (ts.isImportDeclaration(statement))
        addReferences(statement.importClause?.namedBindings, statement.moduleSpecifier, file, names);
      if (ts.isExportDeclaration(statement))
        addReferences(statement.exportClause, statement.moduleSpecifier, file, names);
    }
    return names;
  }
}

function addConstants(
  { declarationList }: ts.VariableStatement,
  file: string,
  names: Map<string, Declaration | Reference>,
): void {
  for (const { name, initializer } of declarationList.declarations)
    if (ts.isIdentifier(name) && initializer !== undefined)
      names.set(name.text, { expression: initializer, file });
}

function addReferences(
  bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined,
  module: ts.Expression | undefined,
  file: string,
  names: Map<string, Declaration | Reference>,
): void {
  if (module === undefined || !ts.isStringLiteral(module) || !/^(@|\.{1,2})\//.test(module.text)) return;
  if (bindings === undefined || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return;
  const path = module.text.startsWith("@/") ? module.text.slice(2) : join(dirname(file), module.text);
  for (const { name, propertyName } of bindings.elements)
    names.set(name.text, { file: `${path}.ts`, name: (propertyName ?? name).text });
}
