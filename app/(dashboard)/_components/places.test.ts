import { expect, it } from "vitest";
import { placeOf } from "./places";

it.each([
  ["/calls/call_1", "/calls"],
  ["/tools/new", "/tools"],
  ["/settings/keys", "/settings/keys"],
  ["/agents/agt_1/versions/2", "/agents"],
  ["/callsigns", "/agents"],
  ["/", "/agents"],
])("what hangs below %s is led back to %s", (path, href) => {
  expect(placeOf(path).href).toBe(href);
});
