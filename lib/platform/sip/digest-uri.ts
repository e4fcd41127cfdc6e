import { parseSipUri } from "./address";

/** The user of a URI, without the plus of E.164, which proxies add and remove. */
function readUser(uri: string): string | null {
  const user = parseSipUri(uri)?.user;
  return user === undefined ? null : user.replace(/^\+/, "");
}

/**
 * Whether the `uri` of digest credentials fits a Request-URI. RFC 7616 section 3.4 demands the same resource, and RFC 3261
 * section 22.4 allows that proxies have changed the Request-URI. A proxy changes the host, the port and the parameters of
 * a gateway's URI, but not the called user, so that the credentials of a call cannot be used to call another number. A URI
 * without a user names the server as a whole, as some PBXs write it.
 */
export function isDigestUriAccepted(digestUri: string, requestUri: string): boolean {
  if (digestUri !== "" && digestUri === requestUri) return true;
  const user = readUser(digestUri);
  return user === "" || (user !== null && user === readUser(requestUri));
}
