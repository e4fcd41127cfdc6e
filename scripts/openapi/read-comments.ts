// Reads the comments of the fields of schemas. The OpenAPI document has them as descriptions, so that each field is
// explained once, where it is defined.
import ts from "typescript";
import type { FieldComments } from "@/lib/http/openapi/field-comments";
import { Declarations } from "./declarations";

const NONE: FieldComments = new Map();

/** Calls whose result has the fields of one of their arguments, with the position of that argument. */
const WRAPPERS = new Map([
  ["strictObject", 0],
  ["object", 0],
  ["looseObject", 0],
  ["array", 0],
  ["union", 0],
  ["record", 1],
  ["discriminatedUnion", 1],
]);

const EXTENSIONS = new Set(["extend", "safeExtend"]);

const textOf = (node: ts.Node): string | undefined => {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = comment === undefined ? undefined : ts.getTextOfJSDocComment(comment.comment);
  return text?.replaceAll(/\s+/g, " ").trim();
};

/** Several objects as one. If two have a field of the same name, the first with a comment explains it. */
function mergeFields(all: readonly FieldComments[]): FieldComments {
  const fields = new Map<string, { text: string | undefined; inner: FieldComments }>();
  for (const [name, { text, inner }] of all.flatMap((part) => [...part])) {
    const before = fields.get(name);
    fields.set(name, {
      text: before?.text ?? text,
      inner: before === undefined ? inner : mergeFields([before.inner, inner]),
    });
  }
  return fields;
}

/** The property that `list.map(({ property }) => property)` selects of each element. */
function selectedProperty(callback: ts.Expression | undefined): string | undefined {
  if (callback === undefined || !ts.isArrowFunction(callback) || !ts.isIdentifier(callback.body))
    return undefined;
  const [parameter] = callback.parameters;
  return parameter !== undefined && ts.isObjectBindingPattern(parameter.name)
    ? callback.body.text
    : undefined;
}

/** Reads files of the repository at `root`. */
export class CommentReader {
  private readonly declarations: Declarations;

  constructor(root: string) {
    this.declarations = new Declarations(root);
  }

  /** The comments of the fields of an exported schema. `file` is a path of the repository. */
  commentsOf(file: string, name: string): FieldComments {
    const declared = this.declarations.find(file, name);
    return declared === undefined ? NONE : this.fieldsOf(declared.expression, declared.file);
  }

  private fieldsOf(expression: ts.Expression, file: string): FieldComments {
    if (
      ts.isAsExpression(expression) ||
      ts.isSatisfiesExpression(expression) ||
      ts.isParenthesizedExpression(expression)
    )
      return this.fieldsOf(expression.expression, file);
    if (ts.isObjectLiteralExpression(expression)) return this.fieldsOfLiteral(expression, file);
    if (ts.isArrayLiteralExpression(expression))
      return mergeFields(expression.elements.map((element) => this.fieldsOf(element, file)));
    if (ts.isIdentifier(expression)) return this.commentsOf(file, expression.text);
    if (ts.isArrowFunction(expression))
      return ts.isBlock(expression.body) ? NONE : this.fieldsOf(expression.body, file);
    if (ts.isPropertyAccessExpression(expression)) {
      const fields = this.fieldsOf(expression.expression, file);
      return expression.name.text === "shape" ? fields : (fields.get(expression.name.text)?.inner ?? NONE);
    }
    return ts.isCallExpression(expression) ? this.fieldsOfCall(expression, file) : NONE;
  }

  private fieldsOfCall({ expression, arguments: args }: ts.CallExpression, file: string): FieldComments {
    const [first] = args;
    if (!ts.isPropertyAccessExpression(expression)) return this.fieldsOfFunction(expression, first, file);
    const method = expression.name.text;
    const wrapped = args[WRAPPERS.get(method) ?? args.length];
    if (wrapped !== undefined) return this.fieldsOf(wrapped, file);
    if (method === "map") return this.fieldsOfSelection(expression.expression, first, file);
    // `extend` adds fields; other methods keep those of their object.
    const fields = this.fieldsOf(expression.expression, file);
    return EXTENSIONS.has(method) && first !== undefined
      ? new Map([...fields, ...this.fieldsOf(first, file)])
      : fields;
  }

  /** The fields of the object that a function such as `pageOf` builds; those of its argument if it builds none. */
  private fieldsOfFunction(
    callee: ts.Expression,
    argument: ts.Expression | undefined,
    file: string,
  ): FieldComments {
    const built = ts.isIdentifier(callee) ? this.commentsOf(file, callee.text) : NONE;
    return built.size > 0 || argument === undefined ? built : this.fieldsOf(argument, file);
  }

  /** The fields of one property of each element of a list, as of a union of every provider's credential. */
  private fieldsOfSelection(
    list: ts.Expression,
    callback: ts.Expression | undefined,
    file: string,
  ): FieldComments {
    const property = selectedProperty(callback);
    return property === undefined ? NONE : (this.fieldsOf(list, file).get(property)?.inner ?? NONE);
  }

  private fieldsOfLiteral({ properties }: ts.ObjectLiteralExpression, file: string): FieldComments {
    const fields = new Map<string, { text: string | undefined; inner: FieldComments }>();
    for (const property of properties) {
      if (ts.isSpreadAssignment(property))
        for (const [name, comment] of this.fieldsOf(property.expression, file)) fields.set(name, comment);
      if (ts.isShorthandPropertyAssignment(property))
        fields.set(property.name.text, {
          text: textOf(property),
          inner: this.fieldsOf(property.name, file),
        });
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
