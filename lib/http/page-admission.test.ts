import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageAdmission, type PageAdmission } from "./page-admission";

let admission: PageAdmission;
let results: string[];
beforeEach(() => {
  vi.useFakeTimers();
  admission = createPageAdmission(2);
  results = [];
});
afterEach(() => {
  admission.close();
  vi.useRealTimers();
});

/** Asks for a page. Returns a function that ends its response. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<() => Promise<void>> {
  const response = Object.assign(new EventEmitter(), { closed: false });
  admission.admit(
    { url, headers } as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    () => results.push(url),
    () => results.push(`${url} refused`),
  );
  await vi.advanceTimersByTimeAsync(0);
  return async () => {
    response.closed = true;
    response.emit("close");
    await vi.advanceTimersByTimeAsync(0);
  };
}

test("so many pages are rendered at once, and files of the build always", async () => {
  const end = await ask("/a");
  await ask("/b");
  await ask("/c");
  await ask("/_next/static/x.js");
  expect(results).toEqual(["/a", "/b", "/_next/static/x.js"]);
  await end();
  expect(results.at(-1)).toBe("/c");
});

test("a page that waits too long is refused, one that is loaded before a click much sooner", async () => {
  await ask("/a");
  await ask("/b");
  await ask("/c", { "next-router-prefetch": "1" });
  await ask("/d");
  await vi.advanceTimersByTimeAsync(1_500);
  expect(results.slice(2)).toEqual(["/c refused"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(results.slice(2)).toEqual(["/c refused", "/d refused"]);
});

test("a reader who leaves frees the place, and one who has left is not served", async () => {
  const leave = await ask("/a");
  await ask("/b");
  const leaveQueue = await ask("/c");
  await ask("/d");
  await leaveQueue();
  await leave();
  expect(results.filter((result) => !result.endsWith("refused"))).toEqual(["/a", "/b", "/d"]);
});
