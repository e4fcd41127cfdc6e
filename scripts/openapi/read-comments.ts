// Reads the comments of fields in `schema.ts` files. The OpenAPI document has them as descriptions, so that each field is
// explained once, where it is defined.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import type { FieldComments } from "@/lib/http/openapi/field-comments";

const NONE: FieldComments = new Map();

type Declared = ReadonlyMap<string, { expression: ts.Expression; file: string }>;

/** Calls whose result has the fields of their first argument. */
const WRAPPERS = new Set(["strictObject", "object", "looseObject", "array", "union"]);

const textOf = (node: ts.Node): string | undefined => {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = comment === undefined ? undefined : ts.getTextOfJSDocComment(comment.comment);
  return text?.replaceAll(/\s+/g, " ").trim();
};

/** Reads files of the repository at `root`, each once. */
export class CommentReader {
  private readonly files = new Map<string, Declared>();

  constructor(private readonly root: string) {}

  /** The comments of the fields of an exported schema. `file` is a path of the repository. */
  commentsOf(file: string, name: string): FieldComments {
    const declared = this.declaredIn(file).get(name);
    return declared === undefined ? NONE : this.fieldsOf(declared.expression, declared.file);
  }

  /** The constants that a file declares or imports from the repository's schemas. */
  private declaredIn(file: string): Declared {
    const cached = this.files.get(file);
    if (cached !== undefined) return cached;
    const declared = new Map<string, { expression: ts.Expression; file: string }>();
    this.files.set(file, declared);
    const source = ts.createSourceFile(
      file,
      readFileSync(join(this.root, file), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    for (const statement of source.statements) {
      if (ts.isVariableStatement(statement)) {
        for (const { name, initializer } of statement.declarationList.declarations)
          if (ts.isIdentifier(name) && initializer !== undefined)
            declared.set(name.text, { expression: initializer, file });
      }
      if (ts.isImportDeclaration(statement)) this.addImports(statement, file, declared);
    }
    return declared;
  }

  private addImports(
    { importClause, moduleSpecifier }: ts.ImportDeclaration,
    file: string,
    declared: Map<string, { expression: ts.Expression; file: string }>,
  ): void {
    const bindings = importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings) || !ts.isStringLiteral(moduleSpecifier))
      return;
    const { text } = moduleSpecifier;
    if (!/(^|\/)schema$/.test(text)) return;
    const path = text.startsWith("@/") ? text.slice(2) : join(dirname(file), text);
    for (const { name, propertyName } of bindings.elements) {
      const imported = this.declaredIn(`${path}.ts`).get((propertyName ?? name).text);
      if (imported !== undefined) declared.set(name.text, imported);
    }
  }

  private fieldsOf(expression: ts.Expression, file: string): FieldComments {
    if (
      ts.isAsExpression(expression) ||
      ts.isSatisfiesExpression(expression) ||
      ts.isParenthesizedExpression(expression)
    )
      return this.fieldsOf(expression.expression, file);
    if (ts.isObjectLiteralExpression(expression)) return this.fieldsOfLiteral(expression, file);
    if (ts.isIdentifier(expression)) {
      const declared = this.declaredIn(file).get(expression.text);
      return declared === undefined ? NONE : this.fieldsOf(declared.expression, declared.file);
    }
    if (ts.isPropertyAccessExpression(expression)) {
      const fields = this.fieldsOf(expression.expression, file);
      return expression.name.text === "shape" ? fields : (fields.get(expression.name.text)?.inner ?? NONE);
    }
    return ts.isCallExpression(expression) ? this.fieldsOfCall(expression, file) : NONE;
  }

  private fieldsOfCall({ expression, arguments: [first] }: ts.CallExpression, file: string): FieldComments {
    if (!ts.isPropertyAccessExpression(expression)) return NONE;
    const method = expression.name.text;
    if (WRAPPERS.has(method)) return first === undefined ? NONE : this.fieldsOf(first, file);
    // `extend` adds fields; other methods keep those of their object.
    const fields = this.fieldsOf(expression.expression, file);
    return method === "extend" && first !== undefined
      ? new Map([...fields, ...this.fieldsOf(first, file)])
      : fields;
  }

  private fieldsOfLiteral({ properties }: ts.ObjectLiteralExpression, file: string): FieldComments {
    const fields = new Map<string, { text: string | undefined; inner: FieldComments }>();
    for (const property of properties) {
      if (ts.isSpreadAssignment(property))
        for (const [name, comment] of this.fieldsOf(property.expression, file)) fields.set(name, comment);
      if (ts.isPropertyAssignment(property))
        fields.set(property.name.getText(), {
          text: textOf(property) ?? this.textBehind(property.initializer, file),
          inner: this.fieldsOf(property.initializer, file),
        });
    }
    return fields;
  }

  /** The comment of the field that `fields.name` or `fields.name.optional()` refers to. */
  private textBehind(expression: ts.Expression, file: string): string | undefined {
    if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression))
      return this.textBehind(expression.expression.expression, file);
    if (!ts.isPropertyAccessExpression(expression)) return undefined;
    return this.fieldsOf(expression.expression, file).get(expression.name.text)?.text;
  }
}
