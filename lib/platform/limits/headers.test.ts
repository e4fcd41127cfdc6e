import { expect, test } from "vitest";
import { rateLimitHeaders } from "./headers";

test("an admitted request is told its limit, what remains and when the next place becomes free", () => {
  expect(rateLimitHeaders({ admitted: true, remaining: 119, resetS: 60 }, 120)).toEqual({
    "RateLimit-Policy": '"default";q=120;w=60',
    RateLimit: '"default";r=119;t=60',
  });
});

test("a refused request is told when to try again", () => {
  expect(rateLimitHeaders({ admitted: false, remaining: 0, resetS: 7 }, 30)).toEqual({
    "RateLimit-Policy": '"default";q=30;w=60',
    RateLimit: '"default";r=0;t=7',
    "Retry-After": "7",
  });
});
