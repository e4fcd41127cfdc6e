import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import {
  formatScope,
  parseScope,
  pathInScope,
  resolveHref,
  scopedPath,
  scopeOfPath,
  withScopeParameter,
} from "./scope";

const scopes = fc.record({
  workspaceId: fc.constant(null).map(() => newId("ws")),
  environment: fc.constantFrom("live" as const, "test" as const),
});
const paths = fc
  .array(fc.stringMatching(/^[a-z0-9_-]{1,12}$/), { maxLength: 4 })
  .map((parts) => `/${parts.join("/")}`)
  .filter((path) => !/^\/(w|v1|docs|staff|sign-in|forgot-password|invite)(\/|$)/.test(path));

describe("a scope", () => {
  it("is read back from its text and from every path within it", () => {
    fc.assert(
      fc.property(scopes, paths, (scope, path) => {
        expect(parseScope(formatScope(scope))).toEqual(scope);
        const address = scopedPath(scope, path);
        expect(scopeOfPath(address)).toEqual(scope);
        expect(pathInScope(address)).toBe(path);
        expect(resolveHref(scope, path)).toBe(address);
        expect(resolveHref(scope, address)).toBe(address);
      }),
    );
  });

  it.each([
    "",
    "ws_/live",
    `${newId("ws")}`,
    `${newId("ws")}/`,
    `${newId("ws")}/prod`,
    `${newId("ws")}/live/`,
    `${newId("agt")}/live`,
    `../${newId("ws")}/live`,
    `${newId("ws")}/live\n`,
  ])("is not read from %j", (text) => {
    expect(parseScope(text)).toBeNull();
    expect(scopeOfPath(`/x/${text}`)).toBeNull();
  });

  it.each([`/w/${newId("ws")}/lively`, `/w/${newId("ws")}`, `/v/${newId("ws")}/live`, "/calls", "/"])(
    "is not read from the path %s",
    (path) => expect(scopeOfPath(path)).toBeNull(),
  );
});

describe("a link", () => {
  const scope = { workspaceId: newId("ws"), environment: "test" } as const;

  it.each([
    "/docs",
    "/docs/errors#conflict",
    "/staff",
    "/sign-in?next=/calls",
    "/v1/openapi.json",
    "#prompt",
  ])("to %s does not change, as it is outside the workspaces", (href) =>
    expect(resolveHref(scope, href)).toBe(href),
  );

  it("to a page whose name begins like one outside stays in the workspace", () => {
    expect(resolveHref(scope, "/webhooks?x=1")).toBe(`/w/${formatScope(scope)}/webhooks?x=1`);
    expect(resolveHref(scope, "/")).toBe(`/w/${formatScope(scope)}`);
  });

  it("does not change on a page outside the workspaces", () => {
    expect(resolveHref(null, "/calls")).toBe("/calls");
    expect(withScopeParameter(null, "/v1/calls")).toBe("/v1/calls");
  });

  it("to a file has the scope in its query", () => {
    const added = `scope=${encodeURIComponent(formatScope(scope))}`;
    expect(withScopeParameter(scope, "/v1/a")).toBe(`/v1/a?${added}`);
    expect(withScopeParameter(scope, "/v1/a?b=1")).toBe(`/v1/a?b=1&${added}`);
  });
});
