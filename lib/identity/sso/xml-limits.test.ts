import { DOMParser, type Element, type Node } from "@xmldom/xmldom";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { hostileDocuments } from "./testing/hostile";
import { newIdpKey } from "./testing/idp";
import { MAX_XML_CHARS, measureXml, XML_LIMITS, type XmlSize } from "./xml-limits";

const OPTIONS = {
  issuer: "https://idp.example.com",
  audience: "https://parley.example.com/sp",
  recipient: "https://parley.example.com/acs",
  destination: "https://parley.example.com/acs",
  inResponseTo: "_request",
  nameId: "ada@acme.test",
  attributes: { groups: ["admins"] },
};

const nest = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
const withAttributes = (count: number) =>
  `<a ${Array.from({ length: count }, (_, n) => `a${n}=""`).join(" ")}/>`;
const spread = (attributes: number) => {
  const perElement = XML_LIMITS.elementAttributes;
  const fullElements = withAttributes(perElement).repeat(Math.floor(attributes / perElement));
  return `<r>${fullElements}${attributes % perElement === 0 ? "" : withAttributes(attributes % perElement)}</r>`;
};
const declare = (count: number) =>
  `<r>${Array.from({ length: count }, (_, n) => `<a xmlns:p="u${n}"/>`).join("")}</r>`;

describe("enforces each limit of a document exactly", () => {
  test.each<[string, number, (n: number) => string]>([
    ["depth", XML_LIMITS.depth, nest],
    ["elements", XML_LIMITS.nodes, (n) => `<r>${"<a/>".repeat(n - 1)}</r>`],
    ["comments", XML_LIMITS.nodes, (n) => `<r>${"<!-- -->".repeat(n - 1)}</r>`],
    ["CDATA sections", XML_LIMITS.nodes, (n) => `<r>${"<![CDATA[x]]>".repeat(n - 1)}</r>`],
    ["instructions", XML_LIMITS.nodes, (n) => `<r>${"<?x?>".repeat(n - 1)}</r>`],
    ["attributes of an element", XML_LIMITS.elementAttributes, withAttributes],
    ["attributes", XML_LIMITS.attributes, spread],
    ["namespaces", XML_LIMITS.namespaces, declare],
    ["characters", MAX_XML_CHARS, (n) => `<r>${"x".repeat(n - 7)}</r>`],
  ])("%s", (_, limit, make) => {
    expect(() => measureXml(make(limit))).not.toThrow();
    expect(() => measureXml(make(limit + 1))).toThrow(expect.objectContaining({ code: "malformed" }));
  });

  test("counts a namespace once that is declared with each value", () => {
    const value = '<v xmlns:xs="s" xmlns:xsi="i" xsi:type="xs:string">g</v>';
    expect(measureXml(`<r>${value.repeat(1_000)}</r>`)).toMatchObject({ nodes: 1_001, namespaces: 2 });
  });

  test("counts depth despite end tags in comments, sections and instructions", () => {
    for (const misleadingMarkup of ["<!--</a>-->", "<![CDATA[</a>]]>", "<?x </a>?>"]) {
      const deep =
        `<a>${misleadingMarkup}`.repeat(XML_LIMITS.depth + 1) + "</a>".repeat(XML_LIMITS.depth + 1);
      expect(() => measureXml(deep)).toThrow(expect.objectContaining({ code: "malformed" }));
    }
  });
});

/** Measures the same values in the parsed tree. */
function measureTree(root: Element): XmlSize {
  const size: XmlSize = { depth: 0, nodes: 0, attributes: 0, namespaces: 0 };
  const namespaces = new Set<string>();
  const walk = (node: Node, level: number): void => {
    if (node.nodeType !== 3) size.nodes++;
    if (node.nodeType !== 1) return;
    size.depth = Math.max(size.depth, level);
    for (const { name, value } of Array.from((node as Element).attributes)) {
      size.attributes++;
      if (/^xmlns(?::|$)/.test(name)) namespaces.add(`${name}=${value}`);
    }
    for (const child of Array.from(node.childNodes)) walk(child, level + 1);
  };
  walk(root, 1);
  return { ...size, namespaces: namespaces.size };
}

const parse = (text: string): Element | null => {
  try {
    const onError = () => {
      throw new Error("malformed");
    };
    return new DOMParser({ onError }).parseFromString(text, "text/xml").documentElement;
  } catch {
    return null;
  }
};

const PIECES = [
  ...["<a>", "</a>", "<a/>", "<b c='1'>", '<b c="1" d = "2" />', "</b>", '<p:e xmlns:p="u">', "</p:e>"],
  ...["<!--", "-->", "<![CDATA[", "]]>", "<?x", "?>", "<", ">", '"', "'", "/", "=", " ", "&amp;", "text"],
];

describe("measures a document as the parser reads it", () => {
  test("for any combination of markup: at least the parser's count, or a rejection", () => {
    let read = 0;
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(""));
    const wrapped = fc.oneof(
      pieces.map((text) => `<r>${text}</r>`),
      pieces,
    );
    fc.assert(
      fc.property(wrapped, (text) => {
        const root = parse(text);
        if (root === null) return;
        let measured: XmlSize;
        try {
          measured = measureXml(text);
        } catch {
          return;
        }
        read++;
        // The measurement also counts nodes outside the root.
        const tree = measureTree(root);
        expect(measured.nodes).toBeGreaterThanOrEqual(tree.nodes);
        expect({ ...measured, nodes: tree.nodes }).toEqual(tree);
      }),
      { numRuns: 20_000 },
    );
    expect(read).toBeGreaterThan(500);
  });
});

test("scans each character only a few times, regardless of the document", () => {
  const documents = hostileDocuments(newIdpKey(), OPTIONS, 60_000);
  const exec = vi.spyOn(RegExp.prototype, "exec");
  const indexOf = vi.spyOn(String.prototype, "indexOf");
  try {
    for (const [name, text] of Object.entries(documents)) {
      exec.mockClear();
      indexOf.mockClear();
      try {
        measureXml(text);
      } catch {
        // Rejected during the scan.
      }
      const matched = exec.mock.results.map(
        ({ value }) => (value as RegExpExecArray | null)?.[0].length ?? 1,
      );
      const searched = indexOf.mock.calls.map(([, from = 0], n) => {
        const at = indexOf.mock.results[n]?.value as number;
        return (at === -1 ? text.length : at) - from + 1;
      });
      const work = [...matched, ...searched].reduce((sum, chars) => sum + chars, 0);
      expect(work, name).toBeLessThan(4 * text.length);
    }
  } finally {
    exec.mockRestore();
    indexOf.mockRestore();
  }
});
