import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { OFFERS, WHOLE } from "@/e2e/offers";
import { everyRoute } from "./fixtures/every-route";

// Pages change data only through `api` of components/api.ts (docs/architecture.md). This test reads its calls from the
// sources, and fails for a call that is not listed in e2e/offers.ts, where every role tries it.

const root = join(import.meta.dirname, "..");
const METHODS: Readonly<Record<string, string>> = {
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  upload: "POST",
  stream: "POST",
  file: "POST",
};
/** Placeholder of an expression's value. */
const ANY = "\0";

const files = ["app/w", "components"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
const sources = files.map((name) =>
  ts.createSourceFile(name, readFileSync(join(root, name), "utf8"), ts.ScriptTarget.Latest, true),
);

/** The path of a call, with `ANY` for what only the running page knows. */
function pathOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isAsExpression(node)) return pathOf(node.expression);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce((text, { literal }) => text + ANY + literal.text, node.head.text);
  return ANY;
}

type PageCall = { method: string; path: string; where: string };
/** Every request of a page that changes something. */
function askedBy(source: ts.SourceFile): PageCall[] {
  const calls: PageCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: of, name } = node.expression;
      const method = METHODS[name.text];
      const [path] = node.arguments;
      if (of.getText() === "api" && method !== undefined && path !== undefined)
        calls.push({ method, path: pathOf(path), where: source.fileName });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

/** The routes that a request may reach: where it is not known which, all of them. */
function routesOf({ method, path }: Pick<PageCall, "method" | "path">) {
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
function exactly(request: Pick<PageCall, "method" | "path">) {
  const routes = routesOf(request);
  const parameters = (path: string) => path.split("/").filter((part) => part.startsWith(":")).length;
  if (request.path.includes(ANY)) return routes;
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
  expect(requests.filter((request) => exactly(request).length === 0)).toEqual([]);
});

test("every request of a page that changes something is offered to some roles, and tried in each", () => {
  const offeredRoutes = new Set(asks.map(({ route }) => route?.name));
  const missing = requests.flatMap((request) =>
    exactly(request)
      .filter(({ name }) => !offeredRoutes.has(name))
      .map(({ name }) => `${name} of ${request.where}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test("what is said of an action is what its route asks for", () => {
  expect(asks.filter(({ route }) => route === undefined)).toEqual([]);
  const stated = {
    ...Object.fromEntries(Object.values(OFFERS).map(({ asks, capability }) => [asks, capability])),
    ...WHOLE,
  };
  for (const { text, route } of asks) expect([text, stated[text]]).toEqual([text, route?.spec.capability]);
});

test("the sources say nowhere else how something is changed", () => {
  const strays = sources
    .filter(({ fileName }) => !["components/api.ts", "components/sign-in-client.ts"].includes(fileName))
    .filter(({ text }) => /fetch\([^)]*method:|"use server"|sendBeacon|XMLHttpRequest/s.test(text));
  expect(strays.map(({ fileName }) => fileName)).toEqual([]);
});
