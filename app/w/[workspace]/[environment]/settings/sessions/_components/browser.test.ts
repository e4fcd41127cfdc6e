import { expect, test } from "vitest";
import { browserOf } from "./browser";

test("a browser is named by what it is, and not by what it was built upon", () => {
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
  expect(browserOf(chrome)).toEqual({ name: "Chrome on Windows", isMobile: false });
  expect(browserOf(`${chrome} Edg/131.0.0.0`)).toEqual({ name: "Edge on Windows", isMobile: false });
  expect(browserOf(iphone)).toEqual({ name: "Safari on iOS", isMobile: true });
  expect(browserOf("curl/8.5")).toEqual({ name: "A browser", isMobile: false });
  expect(browserOf(null)).toEqual({ name: "A browser", isMobile: false });
});
