/** Adds the texts of a comma-separated list to tags, up to a number of tags. Spelled in another case, a text is the same tag. */
export function addTags(tags: readonly string[], list: string, max: number): string[] {
  const result = [...tags];
  const names = new Set(tags.map((tag) => tag.toLowerCase()));
  for (const text of list.split(",").map((part) => part.trim())) {
    if (text === "" || names.has(text.toLowerCase()) || result.length >= max) continue;
    names.add(text.toLowerCase());
    result.push(text);
  }
  return result;
}
