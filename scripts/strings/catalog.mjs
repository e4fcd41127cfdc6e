// Reads the catalog, and the messages that a source file uses.
import ts from "typescript";

const parse = (path, text) =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** The messages of a namespace's file: full key (`auth.signIn.action`), text and line. */
export function messagesOf(path, text) {
  const source = parse(path, text);
  const messages = [];
  const read = (node, key) => {
    if (ts.isAsExpression(node)) return read(node.expression, key);
    if (ts.isObjectLiteralExpression(node))
      for (const property of node.properties)
        if (ts.isPropertyAssignment(property)) read(property.initializer, `${key}.${property.name.text}`);
    if (ts.isStringLiteralLike(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      messages.push({ key, text: node.text, line });
    }
  };
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer) read(initializer, name.text);
  return messages;
}

/** A translator is called `t`, or `t` and a capitalized word. */
const TRANSLATOR_NAME = /^t(?:[A-Z]\w*)?$/;
const TRANSLATOR_TYPES = new Set(["Translator", "PlainTranslator"]);
const TRANSLATORS = new Set(["useTranslations", "getTranslations", "serverTranslator", "english"]);
const escapePattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The pattern of a key that is only partly known: `status.${status}` is `status\..+`. */
function keyPattern(node) {
  if (node === undefined) return null;
  if (ts.isStringLiteralLike(node)) return escapePattern(node.text);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (pattern, { literal }) => `${pattern}[^.]+${escapePattern(literal.text)}`,
      escapePattern(node.head.text),
    );
  if (ts.isConditionalExpression(node))
    return `(?:${keyPattern(node.whenTrue)}|${keyPattern(node.whenFalse)})`;
  return "[^.]+";
}

/** The namespace that a node gives to a translator, as a pattern; null for other nodes. */
function namespacePattern(node) {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && TRANSLATORS.has(node.expression.text))
    return node.arguments[0] ? `${keyPattern(node.arguments[0])}\\.` : "";
  if (!ts.isTypeReferenceNode(node) || !TRANSLATOR_TYPES.has(node.typeName.getText())) return null;
  const [namespace] = node.typeArguments ?? [];
  return namespace && ts.isLiteralTypeNode(namespace) ? `${escapePattern(namespace.literal.text)}\\.` : null;
}

/** The key of a call of a translator, or of its `rich` or `markup`, as a pattern; null for other nodes. */
function calledKey(node) {
  if (!ts.isCallExpression(node)) return null;
  const { expression } = node;
  const callee = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
  return ts.isIdentifier(callee) && TRANSLATOR_NAME.test(callee.text) ? keyPattern(node.arguments[0]) : null;
}

/** Patterns of the keys that a source file can use. */
export function usedKeys(path, text) {
  const namespaces = new Set();
  const keys = new Set();
  const visit = (node) => {
    namespaces.add(namespacePattern(node));
    keys.add(calledKey(node));
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  namespaces.delete(null);
  keys.delete(null);
  return [...namespaces].flatMap((namespace) => [...keys].map((key) => new RegExp(`^${namespace}${key}$`)));
}

/** The first name of each alternative of a pattern of `usedKeys`. */
const FIRST_NAMES = /(?:\^|\(\?:|\|)(\w+)\\\./g;

/** The areas of the messages that a source file can use: the first names of their keys. */
export const usedAreas = (path, text) =>
  new Set(
    usedKeys(path, text).flatMap(({ source }) => [...source.matchAll(FIRST_NAMES)].map(([, area]) => area)),
  );
