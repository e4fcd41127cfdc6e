/** Where a person goes who has signed in, unless they were on their way to somewhere. */
const HOME = "/";
/** A base that no address of the product can have. */
const NOWHERE = "http://nowhere.invalid";

/**
 * A path of this site, with its query; home for anything else. What a browser would read as another site's address
 * (`//evil`, `/\evil`, a scheme, a tab in between) is resolved as a browser does it, and refused by where it leads.
 */
export function ownPath(to: string | null | undefined): string {
  if (to === null || to === undefined || !to.startsWith("/")) return HOME;
  try {
    const url = new URL(to, NOWHERE);
    // Dots that are resolved away (`/.//evil`) leave a path that by itself would be another site's address.
    const isPath = url.origin === NOWHERE && !url.pathname.startsWith("//");
    return isPath ? url.pathname + url.search + url.hash : HOME;
  } catch {
    return HOME;
  }
}
