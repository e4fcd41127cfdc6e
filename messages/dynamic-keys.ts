type Values = Readonly<Record<string, string | number>>;
/** A translator for keys that are only known at run time. `has` tells whether the catalog contains a key. */
type DynamicTranslator = ((key: string, values?: Values) => string) & Record<"has", (key: string) => boolean>;

/** The same translator for keys that come from the server, such as the reason of an error. Check each with `has`. */
export const withDynamicKeys = (t: Record<"has", (key: never) => boolean>): DynamicTranslator =>
  t as unknown as DynamicTranslator;
