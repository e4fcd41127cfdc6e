import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

/** Methods of zod and of its contexts that take a message. */
const CHECKS = new Set([
  "regex",
  "refine",
  "superRefine",
  "addIssue",
  "min",
  "max",
  "length",
  "email",
  "url",
  "datetime",
  "number",
  "union",
  "custom",
  "refuse",
]);
const SENTENCE = /^[A-Z].*\.$/s;

const nameOf = (callee: ts.Expression): string =>
  ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();

/** Whether a text is an argument of a check, or the `error` or `message` of its options. */
function isMessage(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return CHECKS.has(nameOf(parent.expression));
  if (!ts.isPropertyAssignment(parent) || !["error", "message"].includes(parent.name.getText())) return false;
  const call = parent.parent.parent;
  return ts.isCallExpression(call) && CHECKS.has(nameOf(call.expression));
}

function messagesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isText && SENTENCE.test(node.getText().slice(1, -1)) && isMessage(node))
      texts.push(`${path}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Schemas of requests: their sentences are those of `field-sentences.ts`, so that the details of a 400 have reasons. */
const SCHEMAS = readdirSync("lib", { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.includes(".test."))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => path.endsWith("/schema.ts") || /\/(?:providers|tools\/http)\//.test(path));

it("no schema states a sentence without a reason", () => {
  expect(SCHEMAS.length).toBeGreaterThan(50);
  expect(SCHEMAS.flatMap(messagesIn)).toEqual([]);
});

it("the search sees a sentence of a schema", () => {
  const path = join("lib", "platform", "reasons", "testing", "schema-with-sentence.ts");
  expect(messagesIn(path)).toEqual([`${path}: "Use the letter a."`]);
});
