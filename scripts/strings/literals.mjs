// Finds texts for the screen that are not in the catalog.
import ts from "typescript";

/** Attributes and properties that hold a text for people. */
const TEXT_NAMES = new Set(
  `label title placeholder description message alt header confirm dismiss done help text error summary heading
  nothingFoundMessage aria-label aria-description aria-valuetext aria-placeholder aria-roledescription`.split(
    /\s+/,
  ),
);
const LETTER = /\p{L}{2}/u;
/** Two words, of which the first has a capital, or a sentence. */
const SENTENCE = /^\p{Lu}[\p{Ll}'’]+,? \p{L}|^\p{Lu}.* .*[.?!…]$/u;
const CAPITALIZED_WORD = /^\p{Lu}\p{Ll}{2,}$/u;

const nameOf = (node) => node.name?.text ?? node.name?.getText();
const textOf = (node) =>
  ts.isStringLiteralLike(node) || ts.isJsxText(node)
    ? node.text
    : [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(" ");
const isLiteral = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The literals that an expression can result in: both branches of a condition, and not the arguments of calls. */
function* results(node) {
  if (isLiteral(node)) yield node;
  else if (ts.isJsxExpression(node) && node.expression) yield* results(node.expression);
  else if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) yield* results(node.expression);
  else if (ts.isConditionalExpression(node)) {
    yield* results(node.whenTrue);
    yield* results(node.whenFalse);
  } else if (ts.isBinaryExpression(node) && !isComparison(node.operatorToken.kind)) {
    yield* results(node.left);
    yield* results(node.right);
  }
}

const isComparison = (kind) =>
  kind >= ts.SyntaxKind.LessThanToken && kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken;

/** Texts for developers: errors that are never shown, and imports. */
const isForDevelopers = (node) =>
  (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) ||
  (ts.isNewExpression(node) && node.expression.getText().endsWith("Error")) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node);

/** The literals of an attribute or a property. */
function* valueTexts(node) {
  if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return;
  if (node.initializer === undefined) return;
  const pattern = TEXT_NAMES.has(nameOf(node)) ? LETTER : CAPITALIZED_WORD;
  for (const literal of results(node.initializer)) if (pattern.test(textOf(literal))) yield literal;
}

/** The literals between tags. */
function* childTexts(node) {
  if (ts.isJsxText(node) && LETTER.test(node.text)) yield node;
  if (!ts.isJsxExpression(node) || ts.isJsxAttribute(node.parent)) return;
  for (const literal of results(node)) if (LETTER.test(textOf(literal))) yield literal;
}

/** Whether a literal is the value of a property or an attribute for texts. */
function isNamedText(literal) {
  const owner = ts.findAncestor(literal, (node) => ts.isJsxAttribute(node) || ts.isPropertyAssignment(node));
  return owner !== undefined && TEXT_NAMES.has(nameOf(owner));
}

/** The texts of a source file that belong in the catalog, each with its line. `isNamed`: it is a label, a title or the like. */
export function literalTexts(path, text) {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const literals = new Set();
  const visit = (node) => {
    if (isForDevelopers(node)) return;
    for (const literal of [...valueTexts(node), ...childTexts(node)]) literals.add(literal);
    if (isLiteral(node) && SENTENCE.test(textOf(node))) literals.add(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...literals].map((node) => ({
    line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    isNamed: isNamedText(node),
    text: textOf(node).trim().replaceAll(/\s+/g, " "),
  }));
}
