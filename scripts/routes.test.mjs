import { expect, test } from "vitest";
import { methodsOf, pathOf, tables } from "./routes.mjs";

test("a folder becomes a path, its parameters become named segments", () => {
  expect(pathOf("route.ts")).toBe("/v1");
  expect(pathOf("keys/[id]/rotate/route.ts")).toBe("/v1/keys/:id/rotate");
  expect(pathOf("openapi.json/route.ts")).toBe("/v1/openapi.json");
});

test("a folder that no path can have is named rather than skipped", () => {
  for (const file of ["Keys/route.ts", "(group)/route.ts", "[...rest]/route.ts", "_private/route.ts"])
    expect(() => pathOf(file)).toThrow(file);
});

test("the methods are those that are exported as routes; a file without any is refused", () => {
  const source =
    "export const POST = route({});\nexport const GET = route(\n  {},\n);\nconst PUT = route({});\n";
  expect(methodsOf(source, "x/route.ts")).toEqual(["GET", "POST"]);
  expect(() => methodsOf("export { GET } from './other';", "x/route.ts")).toThrow("x/route.ts");
  expect(() => methodsOf("export const HEAD = route({});", "x/route.ts")).toThrow("x/route.ts");
});

test("the table of paths can be loaded without the handlers", () => {
  const [types, handlers, paths] = Object.values(
    tables([{ file: "keys/[id]/route.ts", path: "/v1/keys/:id", methods: ["GET", "DELETE"] }]),
  );
  expect(types).toContain('"/v1/keys/:id": typeof import("@/app/v1/keys/[id]/route");');
  expect(handlers).toContain('import * as r0 from "@/app/v1/keys/[id]/route";');
  expect(paths).toContain('["/v1/keys/:id", ["GET", "DELETE"]],');
  expect(paths).not.toContain("@/app");
});
