const plain = (text: string): string => text.replaceAll("&amp;", "&");

/** An attribute of the first element of that name. */
export function attributeIn(xml: string, tag: string, name: string): string | null {
  const attribute = new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`).exec(xml)?.[1];
  return attribute === undefined ? null : plain(attribute);
}

/** The words in the first element of that name. */
export function textIn(xml: string, tag: string): string | null {
  const content = new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`).exec(xml)?.[1];
  return content === undefined ? null : plain(content);
}
