const plain = (text: string): string => text.replaceAll("&amp;", "&");

/** An attribute of the first element of that name. */
export function attributeIn(xml: string, tag: string, name: string): string | null {
  const attribute = new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`).exec(xml)?.[1];
  return attribute === undefined ? null : plain(attribute);
}
