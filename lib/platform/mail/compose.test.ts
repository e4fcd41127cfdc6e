import { expect, test } from "vitest";
import { composeMail } from "./compose";
import { mailTime } from "./mail-time";

const HOST = "parley.example.com";
const content = {
  title: "You are invited to Parley",
  paragraphs: ["You are invited to the workspace “Acme”."],
  facts: [["When", mailTime("2026-11-24T09:30:00.000Z")]] as const,
  button: { label: "Accept invitation", url: "https://parley.example.com/invite/abc?a=1&b=2" },
  help: "Ignore this email.",
};

test("the text is complete: title, paragraphs, facts, address, help and sender", () => {
  expect(composeMail(content, HOST).text).toBe(
    [
      "You are invited to Parley",
      "You are invited to the workspace “Acme”.",
      "When: November 24, 2026 at 9:30 AM UTC",
      "Accept invitation:\nhttps://parley.example.com/invite/abc?a=1&b=2",
      "Ignore this email.",
      "-- \nSent by Parley at parley.example.com.\n",
    ].join("\n\n"),
  );
});

test("the HTML has the same texts, one button, and nothing that a client loads", () => {
  const { html, text } = composeMail(content, HOST);
  for (const line of text.split("\n").filter((part) => part !== "-- "))
    for (const part of line.split(": "))
      expect(html).toContain(part.replace(/:$/, "").replaceAll("&", "&amp;"));
  expect(html.match(/<a /g)).toHaveLength(2);
  expect(html.match(/href="([^"]+)"/g)).toEqual(
    Array.from({ length: 2 }, () => 'href="https://parley.example.com/invite/abc?a=1&amp;b=2"'),
  );
  expect(html).not.toMatch(/<(img|script|link|iframe|object|svg|form)|src=|url\(|@import/i);
});

test.each([
  "</td></table><script>alert(1)</script>",
  "<img src=https://eve.example/p.gif>",
  '" onmouseover="alert(1)',
  "' style='display:none",
  "&lt;b&gt;",
  "{host}",
  "Acme\r\nBcc: eve@example.com",
  "Acme\n\nYour password expired: https://eve.example",
  "Acme\u2028-- \u2029",
  "\u202egnp.exe",
  "\u0000\u0007",
])("a hostile name %j is text on one line", (name) => {
  const usual = composeMail(content, HOST);
  const { html, text, subject } = composeMail(
    { ...content, title: name, paragraphs: [name], facts: [[name, name]] },
    HOST,
  );
  const countOf = (document: string) => document.match(/<[a-z!/]/gi)?.length;
  expect(countOf(html)).toBe(countOf(usual.html));
  const attributes = (document: string) => new Set(document.match(/\s[a-z-]+=(?=["'])/gi));
  expect(attributes(html)).toEqual(attributes(usual.html));
  expect(subject + text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
  expect(text.split("\n").length).toBeLessThanOrEqual(usual.text.split("\n").length);
});

test("a long name is cut, and a button leads to web pages only", () => {
  expect(composeMail({ ...content, title: "a".repeat(10_000) }, HOST).subject).toHaveLength(400);
  for (const url of ["javascript:alert(1)", "data:text/html,x", "/invite"])
    expect(() => composeMail({ ...content, button: { label: "Open", url } }, HOST)).toThrow(TypeError);
});
