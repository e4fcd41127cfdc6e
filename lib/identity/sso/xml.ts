import { DOMParser, type Element, type Node } from "@xmldom/xmldom";
import { SsoError } from "./sso-error";
import { measureXml } from "./xml-limits";

/** Namespaces of SAML 2.0 and of XML signatures. */
export const NS = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;
type Namespace = keyof typeof NS;

const ELEMENT_NODE = 1;

const throwParseError = (_level: string, message: string): never => {
  throw new Error(message);
};

/**
 * Parses a well-formed document without a DTD within `XML_LIMITS`, and returns its root. Throws `malformed`.
 */
export function parseXml(text: string): Element {
  measureXml(text);
  try {
    const root = new DOMParser({ onError: throwParseError }).parseFromString(
      text,
      "text/xml",
    ).documentElement;
    if (root !== null) return root;
  } catch (cause) {
    throw new SsoError("malformed", cause);
  }
  throw new SsoError("malformed");
}

export const isNamed = (element: Element, namespace: Namespace, name: string): boolean =>
  element.namespaceURI === NS[namespace] && element.localName === name;

const elementsOf = (nodes: ArrayLike<Node>): Element[] =>
  Array.from(nodes).filter((node): node is Element => node.nodeType === ELEMENT_NODE);

/** The child elements in document order. */
export const childElements = (parent: Element): Element[] => elementsOf(parent.childNodes);

/** The child elements of this name in document order. */
export const children = (parent: Element, namespace: Namespace, name: string): Element[] =>
  childElements(parent).filter((element) => isNamed(element, namespace, name));

/** The only child element of this name; null if there is none or more than one. */
export function onlyChild(parent: Element, namespace: Namespace, name: string): Element | null {
  const [first, ...more] = children(parent, namespace, name);
  return first === undefined || more.length > 0 ? null : first;
}

/** All descendants of this name at any depth. */
export const descendants = (root: Element, namespace: Namespace, name: string): Element[] =>
  elementsOf(root.getElementsByTagNameNS(NS[namespace], name));

/** All elements of this local name in any namespace, the root included. */
export const everyElement = (root: Element, name: string): Element[] =>
  elementsOf(root.getElementsByTagNameNS("*", name)).concat(root.localName === name ? [root] : []);

/** The trimmed text of an element. Comments inside are skipped and do not split it. */
export const textOf = (element: Element | null): string => element?.textContent?.trim() ?? "";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
