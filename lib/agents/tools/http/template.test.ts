import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyProblem, renderBody } from "./body-template";
import { headerProblem, renderHeaders } from "./header-template";
import { ArgumentError } from "./template";
import { renderUrl, templateOrigin, urlProblem } from "./url-template";

describe("a URL template", () => {
  it.each([
    "https://{{host}}/x",
    "https://api.{{host}}/x",
    "{{scheme}}://example.com/",
    "https://example.com:{{port}}/",
    "https://example.com{{path}}",
    "https://user:pw@example.com/",
    "https://{{user}}@example.com/",
    "ftp://example.com/",
    "https://",
    "//example.com/x",
    "/x",
    "",
    "https://example.com/#{{x}}",
    "https://example.com/a#b",
    "https://example.com/a b",
    "https://example.com\\@evil.example/",
    "https://example.com/../x",
    "https://example.com/a/%2e%2e/x",
    "https://example.com/{{x",
    "https://example.com/x}}",
    "https://example.com/{{a b}}",
    "https://example.com/?{{key}}=1",
    "https://example.com/?a=1&{{key}}",
    "https://example.com/?a={{",
  ])("is refused: %s", (template) => expect(urlProblem(template)).not.toBeNull());

  it.each([
    "https://example.com",
    "http://example.com:8080/a/{{id}}",
    "https://[2606:4700::1111]/x",
    "https://example.com/{{a}}-{{ b }}/x?day={{day}}&fixed=1",
    "https://example.com?x={{x}}",
  ])("is accepted: %s", (template) => expect(urlProblem(template)).toBeNull());

  it("exposes its origin, for the check of the address", () => {
    expect(templateOrigin("https://example.com:8443/a/{{id}}?x={{x}}")).toBe("https://example.com:8443");
  });

  it("percent-encodes arguments", () => {
    const url = renderUrl("https://example.com/o/{{id}}?day={{ day }}&n={{n}}&list={{list}}", {
      id: "a/b?c#d&e=f%2F ü",
      day: "1&admin=true#x",
      n: 2.5,
      list: [1, "b"],
    });
    expect(url.href).toBe(
      "https://example.com/o/a%2Fb%3Fc%23d%26e%3Df%252F%20%C3%BC?day=1%26admin%3Dtrue%23x&n=2.5&list=%5B1%2C%22b%22%5D",
    );
  });

  it("omits a query pair whose argument is missing, and keeps the others", () => {
    expect(renderUrl("https://example.com/?a={{a}}&b={{b}}&c=1", { b: null }).search).toBe("?c=1");
    expect(renderUrl("https://example.com/?a=x-{{a}}", {}).search).toBe("?a=x-");
  });

  it.each(["..", ".", "../admin", "a/../../b", "..\\x", "..;/x", "%2e%2e", "", undefined, null, "\ud800"])(
    "refuses the path argument %j",
    (id) => {
      expect(() => renderUrl("https://example.com/users/{{id}}", { id })).toThrow(ArgumentError);
    },
  );

  it("keeps origin, fixed segments and keys for all arguments", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (a, b) => {
        let url: URL;
        try {
          url = renderUrl("https://example.com/v1/{{a}}/items?x={{b}}&y=1", { a, b });
        } catch (error) {
          expect(error).toBeInstanceOf(ArgumentError);
          return;
        }
        expect(url.origin).toBe("https://example.com");
        expect(url.pathname).toMatch(/^\/v1\/[^/]+\/items$/);
        expect([...url.searchParams.keys()]).toEqual(["x", "y"]);
        expect(url.searchParams.get("x")).toBe(b);
        expect(url.hash).toBe("");
      }),
    );
  });
});

describe("a header template", () => {
  it.each([
    ["Host", "x"],
    ["Authorization", "Bearer x"],
    ["Cookie", "a=b"],
    ["Content-Length", "3"],
    ["Transfer-Encoding", "chunked"],
    ["Connection", "close"],
    ["X Y", "x"],
    ["X\r\nY", "x"],
    ["", "x"],
    ["X-A", "a\r\nB: c"],
    ["X-A", "a\u0000"],
    ["X-A", "{{a"],
  ])("is refused: %j: %j", (name, value) => expect(headerProblem(name, value)).not.toBeNull());

  it("fills in arguments, omits a missing one, and rejects line breaks and invalid header text", () => {
    const templates = { "X-Day": "day {{day}}", "X-None": "{{none}}" };
    expect(renderHeaders(templates, { day: "2026-11-24" })).toEqual({ "x-day": "day 2026-11-24" });
    for (const day of ["a\r\nX-Admin: 1", "a\n", "\u0000", "👋", "ключ", "\u0085"])
      expect(() => renderHeaders(templates, { day })).toThrow(ArgumentError);
  });
});

describe("a JSON body template", () => {
  const render = (template: string, args: Record<string, unknown>): unknown =>
    JSON.parse(renderBody(template, "json", args));

  it("keeps the type of a whole value, and interpolates inside strings", () => {
    const template =
      '{"n": {{n}}, "b":{{ b }}, "list": [{{n}}, {{o}}], "text": "n is {{n}}, not \\"{{s}}\\"", "deep": {"o": {{o}}}}';
    expect(bodyProblem(template, "json")).toBeNull();
    expect(render(template, { n: 3, b: false, o: { x: [1] }, s: 'a"b\\c\n👋' })).toEqual({
      n: 3,
      b: false,
      list: [3, { x: [1] }],
      text: 'n is 3, not "a"b\\c\n👋"',
      deep: { o: { x: [1] } },
    });
  });

  it("omits a member whose argument is missing, as null has another meaning", () => {
    expect(render('{"a": {{a}}, "b": "x{{b}}", "c": [{{c}}]}', { a: null })).toEqual({ b: "x", c: [null] });
    expect(render("{{all}}", {})).toBeNull();
  });

  it.each([
    "{",
    "{{a}} {{b}}",
    '{"{{a}}": 1}',
    '{"a": x{{a}}}',
    '{"a": "{{a b}}"}',
    '{"a": "\\u0000b"}',
    "",
    "[".repeat(30) + "]".repeat(30),
  ])("is refused: %.40s", (template) => expect(bodyProblem(template, "json")).not.toBeNull());

  it("keeps its structure for all arguments", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.jsonValue(), (s, whole) => {
        const body = render('{"s": "<{{s}}>", "w": [{{whole}}], "last": true}', { s, whole }) as Record<
          string,
          unknown
        >;
        expect(Object.keys(body)).toEqual(["s", "w", "last"]);
        expect(body.s).toBe(`<${s}>`);
        expect(body.w).toEqual([JSON.parse(JSON.stringify(whole))]);
      }),
    );
  });
});

describe("a form template", () => {
  it("encodes its values and fixes its keys", () => {
    expect(renderBody("a={{a}}&b=x{{b}}&c={{c}}", "form", { a: "1&admin=1", b: "=", c: null })).toBe(
      "a=1%26admin%3D1&b=x%3D",
    );
    expect(bodyProblem("{{a}}=1", "form")).not.toBeNull();
  });
});
