// Evaluates constant expressions: strings, numbers, and lists of them. Any other expression is undefined.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ts from "typescript";

/**
 * Parts of a pattern that are only known at run time. Each is a word from a fixed vocabulary without special characters,
 * so two sample words replace it. A part that is not listed cannot be evaluated.
 */
const WORDS = new Map([
  ["lib/calls/conversation/understand/strings.ts", ["possessives", "copulas", "more"]],
  ["lib/platform/id-format.ts", ["prefix"]],
  ["lib/voice/spoken/english.ts", ["MONTH_NAMES", "form[0]?.toUpperCase()", "form.slice(1)"]],
]);
const PLACEHOLDER = "(?:ab|cd)";
/** Inside braces, a part is a number. */
const COUNT = "9";
const IN_BRACES = /\{(?:\d{1,9},)?\$\{$/;

/** The file under `root` that a local import resolves to; undefined for a package. */
function importedFile(root, from, specifier) {
  const isAlias = specifier.startsWith("@/");
  if (!isAlias && !specifier.startsWith(".")) return undefined;
  const path = isAlias ? join(root, specifier.slice(2)) : join(root, dirname(from), specifier);
  const base = relative(root, path).split(sep).join("/");
  return [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`, base].find(
    (file) => /\.\w{2,3}$/.test(file) && existsSync(join(root, file)),
  );
}

/** The initializer of a top-level constant. */
function initializerIn(statement, name) {
  if (!ts.isVariableStatement(statement)) return undefined;
  const { declarations } = statement.declarationList;
  return declarations.find((declaration) => declaration.name.getText() === name)?.initializer;
}

/** The original name and module of `name`, if the statement imports or re-exports it. */
function originIn(statement, name) {
  const isImport = ts.isImportDeclaration(statement);
  const names = isImport ? statement.importClause?.namedBindings : statement.exportClause;
  const element = names?.elements?.find((candidate) => candidate.name.text === name);
  if (!element || !statement.moduleSpecifier) return undefined;
  return { name: (element.propertyName ?? element.name).text, specifier: statement.moduleSpecifier.text };
}

/** The one-parameter arrow function passed to `map` that contains a node. */
function enclosingCallback(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (!ts.isArrowFunction(at)) continue;
    const isMapped =
      at.parameters.length === 1 &&
      ts.isCallExpression(at.parent) &&
      ts.isPropertyAccessExpression(at.parent.expression) &&
      at.parent.expression.name.text === "map";
    return isMapped ? at : undefined;
  }
  return undefined;
}

export class Evaluator {
  #root;
  #trees = new Map();
  #open = new Set();
  /** The current value of a callback's parameter, by its name. */
  #bindings = new Map();

  constructor(root) {
    this.#root = root;
  }

  /** The syntax tree of a file, parsed once. */
  treeOf(file) {
    const parsed = this.#trees.get(file);
    if (parsed) return parsed;
    const text = readFileSync(join(this.#root, file), "utf8");
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    this.#trees.set(file, tree);
    return tree;
  }

  valueOf(file, node) {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
      return this.valueOf(file, node.expression);
    if (ts.isTemplateExpression(node)) return this.#template(file, node, (part) => part.text);
    if (ts.isTaggedTemplateExpression(node)) return this.#raw(file, node);
    if (ts.isIdentifier(node)) return this.#bindings.get(node.text) ?? this.#constant(file, node.text);
    if (ts.isBinaryExpression(node)) return this.#sum(file, node);
    if (ts.isArrayLiteralExpression(node)) return this.#list(file, node);
    if (ts.isCallExpression(node)) return this.#joined(file, node);
    return undefined;
  }

  /**
   * The values of nodes in the callback of `list.map(…)`, once for each item of the list; undefined if the nodes are not in
   * such a callback or the list cannot be evaluated.
   */
  valuesInMap(file, node, valuesOf) {
    const callback = enclosingCallback(node);
    const list = callback && this.valueOf(file, callback.parent.expression.expression);
    if (!Array.isArray(list)) return undefined;
    const name = callback.parameters[0].name.getText();
    return list.map((item) => {
      this.#bindings.set(name, item);
      const values = valuesOf();
      this.#bindings.delete(name);
      return values;
    });
  }

  #constant(file, name) {
    const key = `${file}#${name}`;
    if (this.#open.has(key)) return undefined;
    this.#open.add(key);
    for (const statement of this.treeOf(file).statements) {
      const initializer = initializerIn(statement, name);
      const origin = originIn(statement, name);
      const target = origin && importedFile(this.#root, file, origin.specifier);
      if (!initializer && !target) continue;
      this.#open.delete(key);
      return initializer ? this.valueOf(file, initializer) : this.#constant(target, origin.name);
    }
    this.#open.delete(key);
    return undefined;
  }

  #template(file, node, textOf) {
    let text = textOf(node.head);
    for (const { expression, literal } of node.templateSpans) {
      const part = this.valueOf(file, expression) ?? this.#word(file, expression);
      if (part === undefined) return undefined;
      text += `${part}${textOf(literal)}`;
    }
    return text;
  }

  #raw(file, { tag, template }) {
    if (tag.getText() !== "String.raw") return undefined;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText;
    return this.#template(file, template, (part) => part.rawText);
  }

  #word(file, expression) {
    if (!WORDS.get(file)?.includes(expression.getText())) return undefined;
    const before = this.treeOf(file).text.slice(0, expression.getStart());
    return IN_BRACES.test(before) ? COUNT : PLACEHOLDER;
  }

  #sum(file, { left, right, operatorToken }) {
    if (operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
    const [first, second] = [this.valueOf(file, left), this.valueOf(file, right)];
    return first === undefined || second === undefined ? undefined : first + second;
  }

  #list(file, { elements }) {
    const values = elements.flatMap((element) =>
      ts.isSpreadElement(element)
        ? (this.valueOf(file, element.expression) ?? [undefined])
        : [this.valueOf(file, element)],
    );
    return values.includes(undefined) ? undefined : values;
  }

  #joined(file, { expression: callee, arguments: [separator] }) {
    if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "join") return undefined;
    const list = this.valueOf(file, callee.expression);
    const between = separator === undefined ? "," : this.valueOf(file, separator);
    return Array.isArray(list) && between !== undefined ? list.join(between) : undefined;
  }
}
