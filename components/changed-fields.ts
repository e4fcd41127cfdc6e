/** Fields that change with others or without a person. */
const DERIVED = new Set(["revision", "updated_at", "counts", "has_unpublished_changes"]);

/** The names of the fields of a record whose values differ from those that the page displays, as the API calls them. */
export function changedFields(baseline: object, latest: object): string[] {
  const values = new Map<string, unknown>(Object.entries(latest));
  return Object.entries(baseline)
    .filter(
      ([name, value]) => !DERIVED.has(name) && JSON.stringify(value) !== JSON.stringify(values.get(name)),
    )
    .map(([name]) => name)
    .sort();
}
