import { SsoError } from "./sso-error";

/** Maximum length of a response. One with hundreds of groups has a quarter of this. */
export const MAX_XML_CHARS = 256 * 1_024;

/**
 * Limits of a document, checked before it is parsed. The cost per element of parsing, canonicalization and
 * XPath grows with attributes, namespaces in scope and depth, so each needs a limit to keep the total cost
 * linear.
 */
export const XML_LIMITS = {
  /** A response nests to a depth of about ten. */
  depth: 32,
  /** Elements, comments, CDATA sections and instructions. A person in 1,000 groups takes about 1,100. */
  nodes: 2_000,
  /** In the whole document. Some providers declare a type and two namespaces with each attribute value. */
  attributes: 5_000,
  /** Per element, as parsers compare each attribute with the others. */
  elementAttributes: 50,
  /**
   * Distinct namespace declarations (prefix and name), as a canonicalizer compares each element with all in
   * scope.
   */
  namespaces: 50,
} as const;

export type XmlSize = { depth: number; nodes: number; attributes: number; namespaces: number };

// Each pattern is sticky and unambiguous, so that a scan is linear.
const START = /<[^\s"'<>=/!?&]+/y;
const ATTRIBUTE = /\s+([^\s"'<>=/]+)\s*=\s*("[^"<]*"|'[^'<]*')/y;
const START_END = /\s*(\/?)>/y;
const END = /<\/[^"'<>=]*>/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Scans a document once, from tag to tag. */
class Scan {
  readonly size: XmlSize = { depth: 0, nodes: 0, attributes: 0, namespaces: 0 };
  private level = 0;
  private readonly declarations = new Set<string>();

  constructor(private readonly text: string) {}

  private require(isWithin: boolean): void {
    if (!isWithin) throw new SsoError("malformed");
  }

  private countNode(): void {
    this.size.nodes++;
    this.require(this.size.nodes <= XML_LIMITS.nodes);
  }

  private endOf(terminator: string, from: number): number {
    const end = this.text.indexOf(terminator, from);
    this.require(end !== -1);
    this.countNode();
    return end + terminator.length;
  }

  private attributesAt(start: number): number {
    let at = start;
    for (let count = 1; ; count++) {
      const attribute = matchAt(ATTRIBUTE, this.text, at);
      if (attribute === null) return at;
      at = ATTRIBUTE.lastIndex;
      const [, name = "", value = ""] = attribute;
      this.size.attributes++;
      if (name === "xmlns" || name.startsWith("xmlns:"))
        this.declarations.add(`${name}=${value.slice(1, -1)}`);
      this.size.namespaces = this.declarations.size;
      this.require(count <= XML_LIMITS.elementAttributes);
      this.require(this.size.attributes <= XML_LIMITS.attributes);
      this.require(this.size.namespaces <= XML_LIMITS.namespaces);
    }
  }

  private startTag(start: number): number {
    this.require(matchAt(START, this.text, start) !== null);
    this.countNode();
    const end = matchAt(START_END, this.text, this.attributesAt(START.lastIndex));
    this.require(end !== null);
    this.size.depth = Math.max(this.size.depth, this.level + 1);
    this.require(this.size.depth <= XML_LIMITS.depth);
    if (end?.[1] === "") this.level++;
    return START_END.lastIndex;
  }

  private endTag(start: number): number {
    this.require(matchAt(END, this.text, start) !== null);
    this.level--;
    return END.lastIndex;
  }

  /**
   * The end of the markup that begins at `at`. A DTD is rejected, as entities can expand a small document.
   */
  markupEnd(at: number): number {
    if (this.text.startsWith("<!--", at)) return this.endOf("-->", at + 4);
    if (this.text.startsWith("<![CDATA[", at)) return this.endOf("]]>", at + 9);
    if (this.text.startsWith("<?", at)) return this.endOf("?>", at + 2);
    if (this.text.startsWith("</", at)) return this.endTag(at);
    return this.startTag(at);
  }
}

/**
 * Measures a document in one pass over its text. Throws `malformed` if it exceeds `XML_LIMITS` or
 * `MAX_XML_CHARS`, if it contains a DTD (SAML 2.0 Core, 1.3), and for markup that is not well-formed.
 */
export function measureXml(text: string): XmlSize {
  if (text.length > MAX_XML_CHARS) throw new SsoError("malformed");
  const scan = new Scan(text);
  let at = text.indexOf("<");
  while (at !== -1) at = text.indexOf("<", scan.markupEnd(at));
  return scan.size;
}
