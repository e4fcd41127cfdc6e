import { addRoute, createRouter, findRoute } from "rou3";
import type { Method } from "./spec";

/** All paths, with `:name` for a parameter, and their methods. */
export type PathTable = readonly (readonly [path: string, methods: readonly Method[]])[];

/** A matched path: its pattern, methods, and decoded parameters. */
export type PathMatch = { path: string; methods: readonly Method[]; params: Record<string, string> };

export type FindPath = (pathname: string) => PathMatch | null;

/** Whether a path belongs to the API; all others belong to the pages. */
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
 * Creates a function that matches a URL's pathname with the table; null for an unknown path. A trailing slash
 * makes another path, and parameters must be well-formed percent-encoded UTF-8.
 */
export function pathFinder(table: PathTable): FindPath {
  const router = createRouter<{ path: string; methods: readonly Method[] }>();
  for (const [path, methods] of table) addRoute(router, "", path, { path, methods });
  return (pathname) => {
    const matched = pathname.endsWith("/") ? undefined : findRoute(router, "", pathname);
    if (matched === undefined) return null;
    const params = decode(matched.params ?? {});
    return params === null ? null : { ...matched.data, params };
  };
}
