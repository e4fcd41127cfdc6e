import { expect, test } from "vitest";
import { english } from "@/messages/testing/english";
import { browserOf as browserIn } from "./browser";

const browserOf = (userAgent: string | null) => browserIn(english("account.sessions"), userAgent);

test("names the browser, not the browsers that it is based on", () => {
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
  expect(browserOf(chrome)).toEqual({ name: "Chrome on Windows", isMobile: false });
  expect(browserOf(`${chrome} Edg/131.0.0.0`)).toEqual({ name: "Edge on Windows", isMobile: false });
  expect(browserOf(iphone)).toEqual({ name: "Safari on iOS", isMobile: true });
  expect(browserOf("curl/8.5")).toEqual({ name: "Unknown browser", isMobile: false });
  expect(browserOf(null)).toEqual({ name: "Unknown browser", isMobile: false });
});
