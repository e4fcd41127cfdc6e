/** A form that its sender signed, as the signature covers it. */
export type SignedRequest = {
  /** Path and query as received. */
  path: string;
  query: URLSearchParams;
  header(name: string): string | null;
  form: Readonly<Record<string, string>>;
};
