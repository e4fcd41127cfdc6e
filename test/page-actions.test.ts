import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { OFFERS, WHOLE } from "@/e2e/offers";
import { everyRoute } from "./fixtures/api";

// What pages do, they do through `api` of components/api.ts (docs/architecture.md, "One mutation door"). Its calls are
// read out of the sources, so that one that stands in no line of e2e/offers.ts, where every role tries it, fails here.

const root = join(import.meta.dirname, "..");
const METHODS: Readonly<Record<string, string>> = {
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  upload: "POST",
  stream: "POST",
};
/** What stands for whatever an expression gives. */
const ANY = "\0";

const files = ["app/(dashboard)", "components"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
const sources = files.map((name) =>
  ts.createSourceFile(name, readFileSync(join(root, name), "utf8"), ts.ScriptTarget.Latest, true),
);

/** The expressions that a name is made to mean, in one file. */
function meaningsIn(source: ts.SourceFile): Map<string, ts.Expression> {
  const found = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      found.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
const meanings = new Map(sources.map((source) => [source, meaningsIn(source)]));
/** Functions that give a path, by their names: a file takes one of another file. */
const pathOf = new Map(
  [...meanings.values()].flatMap((names) =>
    [...names].flatMap(([name, value]) =>
      ts.isArrowFunction(value) &&
      ts.isTemplateExpression(value.body) &&
      value.body.getText().includes("/v1/")
        ? [[name, value.body] as const]
        : [],
    ),
  ),
);

/** Every text that an expression may give, with `ANY` for what only the running page knows. */
function textsOf(node: ts.Expression, source: ts.SourceFile): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, source);
  if (ts.isConditionalExpression(node))
    return [...textsOf(node.whenTrue, source), ...textsOf(node.whenFalse, source)];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (texts, { expression, literal }) =>
        texts.flatMap((text) => textsOf(expression, source).map((part) => text + part + literal.text)),
      [node.head.text],
    );
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const path = pathOf.get(node.expression.text);
    return path === undefined ? [ANY] : textsOf(path, source);
  }
  const value = ts.isIdentifier(node) ? meanings.get(source)?.get(node.text) : undefined;
  return value !== undefined && !ts.isAwaitExpression(value) && value.getText().includes("/v1/")
    ? textsOf(value, source)
    : [ANY];
}

type Asked = { method: string; path: string; where: string };
/** Every request of a page that changes something. */
function askedBy(source: ts.SourceFile): Asked[] {
  const found: Asked[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: of, name } = node.expression;
      const method = METHODS[name.text];
      const [path] = node.arguments;
      if (of.getText() === "api" && method !== undefined && path !== undefined)
        for (const text of textsOf(path, source))
          found.push({ method, path: text.split("?")[0] ?? "", where: source.fileName });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The routes that a request may reach: where it is not known which, all of them. */
function routesOf({ method, path }: Pick<Asked, "method" | "path">) {
  const parts = path.split("/");
  return everyRoute.filter((route) => {
    const of = route.path.split("/");
    return (
      route.method === method &&
      of.length === parts.length &&
      of.every(
        (part, n) => part === parts[n] || parts[n] === ANY || (part.startsWith(":") && parts[n] !== ""),
      )
    );
  });
}
/** Of several that fit, those whose words are the request's own. */
function exactly(asked: Pick<Asked, "method" | "path">) {
  const routes = routesOf(asked);
  const parameters = (path: string) => path.split("/").filter((part) => part.startsWith(":")).length;
  if (asked.path.includes(ANY)) return routes;
  const fewest = Math.min(...routes.map(({ path }) => parameters(path)));
  return routes.filter(({ path }) => parameters(path) === fewest);
}

const requests = sources.flatMap(askedBy);
const asks = [...Object.values(OFFERS).map((offer) => offer.asks), ...Object.keys(WHOLE)].map((text) => {
  const [method = "", path = ""] = text.split(" ");
  const [route] = exactly({ method, path: `/v1${path.split("?")[0]}`.replaceAll(/\{\w+\}/g, "x") });
  return { text, route };
});

test("every request of a page that changes something is one of a route", () => {
  expect(requests.length).toBeGreaterThan(60);
  expect(requests.filter((asked) => exactly(asked).length === 0)).toEqual([]);
});

test("every request of a page that changes something is offered to some roles, and tried in each", () => {
  const tried = new Set(asks.map(({ route }) => route?.name));
  const missing = requests.flatMap((asked) =>
    exactly(asked)
      .filter(({ name }) => !tried.has(name))
      .map(({ name }) => `${name} of ${asked.where}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test("what is said of an action is what its route asks for", () => {
  expect(asks.filter(({ route }) => route === undefined)).toEqual([]);
  const said = { ...Object.fromEntries(Object.values(OFFERS).map(({ asks, can }) => [asks, can])), ...WHOLE };
  for (const { text, route } of asks) expect([text, said[text]]).toEqual([text, route?.spec.can]);
});

test("the sources say nowhere else how something is changed", () => {
  const strays = sources
    .filter(({ fileName }) => !["components/api.ts", "components/sign-in-client.ts"].includes(fileName))
    .filter(({ text }) => /fetch\([^)]*method:|"use server"|sendBeacon|XMLHttpRequest/s.test(text));
  expect(strays.map(({ fileName }) => fileName)).toEqual([]);
});
