import { addRoute, createRouter, findRoute } from "rou3";
import type { Method } from "./spec";

/** What exists: each path, with `:name` for a parameter, and its methods. */
export type PathTable = readonly (readonly [path: string, methods: readonly Method[]])[];

/** A path that exists: as the table has it, its methods, and its parameters, decoded. */
export type PathMatch = { path: string; methods: readonly Method[]; params: Record<string, string> };

export type FindPath = (pathname: string) => PathMatch | null;

/** Whether a path belongs to the API; everything else is the pages'. */
export const isApi = (pathname: string): boolean => pathname === "/v1" || pathname.startsWith("/v1/");

function decode(params: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return null;
  }
}

/**
 * Finds a path of the table by a URL's pathname; null for one that does not exist. A trailing slash makes another
 * path, and parameters that are not well-formed percent-encoded UTF-8 name nothing.
 */
export function pathFinder(table: PathTable): FindPath {
  const router = createRouter<{ path: string; methods: readonly Method[] }>();
  for (const [path, methods] of table) addRoute(router, "", path, { path, methods });
  return (pathname) => {
    const found = pathname.endsWith("/") ? undefined : findRoute(router, "", pathname);
    if (found === undefined) return null;
    const params = decode(found.params ?? {});
    return params === null ? null : { ...found.data, params };
  };
}
