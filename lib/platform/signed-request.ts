/** A form post whose sender signed it, with the parts that the signature covers. */
export type SignedRequest = {
  /** Path and query as received. */
  path: string;
  query: URLSearchParams;
  header(name: string): string | null;
  form: Readonly<Record<string, string>>;
};
