import { assertionXml, type IdpKey, type ResponseOptions, responseXml, signElement } from "./idp";

/** Below the maximum response size, so that documents are not rejected for their size alone. */
const TARGET_CHARS = 250_000;
const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = `${DSIG}enveloped-signature`;

/** `make` for 0, 1, 2 … until the text is as long as `chars`. */
function repeat(chars: number, make: (n: number) => string): string {
  const parts: string[] = [];
  for (let n = 0, size = 0; size < chars; n++) {
    const part = make(n);
    parts.push(part);
    size += part.length;
  }
  return parts.join("");
}

const inRoot = (xml: string, inside: string): string =>
  xml.replace("<samlp:Status>", () => `<samlp:Extensions>${inside}</samlp:Extensions><samlp:Status>`);

/**
 * Documents of an anonymous sender that cost a naive consumer far more than they cost to send. Source: XML
 * Signature Best Practices (W3C 2013, 2.1) and known parser exhaustion attacks. `key` is not one of the
 * provider's.
 */
export function hostileDocuments(
  key: IdpKey,
  options: ResponseOptions,
  chars = TARGET_CHARS,
): Record<string, string> {
  const plain = responseXml(options, assertionXml(options));
  const signed = signElement(plain, "Assertion", key);
  const availableChars = chars - signed.length;
  const reference = /<Reference .*?<\/Reference>/s.exec(signed)?.[0] ?? "";
  const signature = /<Signature .*?<\/Signature>/s.exec(signed)?.[0] ?? "";
  const half = Math.floor(availableChars / 2);
  const insertInto = (name: string, inside: string) =>
    signed.replace(`</${name}>`, () => `${inside}</${name}>`);
  const nested = (open: string, close: string, inside = "") => {
    const times = Math.floor(availableChars / (open.length + close.length));
    return inRoot(signed, open.repeat(times) + inside + close.repeat(times));
  };
  return {
    "thousands of References": insertInto(
      "SignedInfo",
      repeat(availableChars, () => reference),
    ),
    "References over half of a large document": inRoot(
      insertInto(
        "SignedInfo",
        repeat(half, () => reference),
      ),
      "x".repeat(half),
    ),
    "References over elements": insertInto(
      "SignedInfo",
      repeat(half, () => reference),
    ).replace("</saml:AttributeStatement>", () => `${repeat(half, () => "<a/>")}</saml:AttributeStatement>`),
    "hundreds of Signatures": signed.replace(signature, () => repeat(availableChars, () => signature)),
    "Signatures nested in each other": signed.replace(
      "</Signature>",
      () => `${repeat(availableChars, () => `<Object>${signature}</Object>`)}</Signature>`,
    ),
    "thousands of transforms": insertInto(
      "Transforms",
      repeat(availableChars, () => `<Transform Algorithm="${C14N}"/>`),
    ),
    "thousands of enveloped transforms": insertInto(
      "Transforms",
      repeat(availableChars, () => `<Transform Algorithm="${ENVELOPED}"/>`),
    ),
    "a prefix list of thousands": signed.replace(
      `<Transform Algorithm="${C14N}"/>`,
      () =>
        `<Transform Algorithm="${C14N}"><InclusiveNamespaces xmlns="${C14N}" PrefixList="${repeat(availableChars, (n) => `p${n} `)}"/></Transform>`,
    ),
    "deep elements": nested("<a>", "</a>"),
    "deep elements behind comments": inRoot(
      signed,
      repeat(half, () => "<a><!--</a>-->") + "</a>".repeat(Math.ceil(half / "<a><!--</a>-->".length)),
    ),
    "deep elements, each with a namespace": inRoot(
      signed,
      repeat(half, (n) => `<p${n}:a xmlns:p${n}="u${n}">`),
    ),
    "a flood of elements": inRoot(
      signed,
      repeat(availableChars, () => "<a/>"),
    ),
    "a flood of namespaces": inRoot(
      signed,
      `<a ${repeat(half, (n) => `xmlns:p${n}="u" `)}>${repeat(half, () => "<b/>")}</a>`,
    ),
    "a flood of namespaces, redeclared": inRoot(
      signed,
      repeat(availableChars, (n) => `<a xmlns:p${n}="u">`),
    ),
    "a flood of attributes": inRoot(signed, `<a ${repeat(availableChars, (n) => `a${n}="" `)}/>`),
    "a flood of comments": inRoot(
      signed,
      repeat(availableChars, () => "<!---->"),
    ),
    "a flood of instructions": inRoot(
      signed,
      repeat(availableChars, () => "<?a?>"),
    ),
    "a flood of CDATA": inRoot(
      signed,
      repeat(availableChars, () => "<![CDATA[]]>"),
    ),
    "a flood of entities": inRoot(
      signed,
      repeat(availableChars, () => "&amp;"),
    ),
    "a flood of unknown entities": inRoot(
      signed,
      repeat(availableChars, () => "&x;"),
    ),
    "entities that multiply": `<!DOCTYPE a [<!ENTITY a "${"a".repeat(50)}">${repeat(2_000, (n) => `<!ENTITY a${n} "&a;&a;&a;">`)}]>${signed}`,
    "opened and never closed": signed + "<a ".repeat(Math.floor(availableChars / 3)),
    "quotes that never close": inRoot(signed, `<a b="${'x" c="'.repeat(Math.floor(availableChars / 6))}`),
    "blanks within a tag": inRoot(signed, `<a${" ".repeat(availableChars)}/>`),
    "signs of a declaration": `${"<!".repeat(Math.floor(availableChars / 2))}${signed}`,
  };
}

/** Text with quadratic cost for a naive base64 pattern: 340 kB blocked the pages for minutes. */
export const hostileBase64 = (chars = 340_000): string => `${"A".repeat(8)}${" ".repeat(chars)}!`;
