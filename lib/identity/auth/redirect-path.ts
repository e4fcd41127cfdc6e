/** The path after sign-in without a requested path. */
const HOME = "/";
/** A base origin that Parley never has. */
const NOWHERE = "http://nowhere.invalid";

/**
 * Returns a path of this site with its query and fragment; the home path for anything else. The path is
 * resolved as a browser does, so that other sites' addresses (`//evil`, `/\evil`, a scheme, an embedded tab)
 * are rejected.
 */
export function sanitizeRedirectPath(path: string | null | undefined): string {
  if (path === null || path === undefined || !path.startsWith("/")) return HOME;
  try {
    const url = new URL(path, NOWHERE);
    // Resolved dots (`/.//evil`) can leave a path that is another site's address.
    const isPath = url.origin === NOWHERE && !url.pathname.startsWith("//");
    return isPath ? url.pathname + url.search + url.hash : HOME;
  } catch {
    return HOME;
  }
}
