import { searchIndex } from "@/lib/http/reference/search-index";

/** The index is the same until the next release; a browser asks again after this time. */
const MAX_AGE_S = 300;

const entries = searchIndex();

/** The entries of the reference's search. */
export const GET = (): Response =>
  Response.json(entries, { headers: { "Cache-Control": `public, max-age=${MAX_AGE_S}` } });
