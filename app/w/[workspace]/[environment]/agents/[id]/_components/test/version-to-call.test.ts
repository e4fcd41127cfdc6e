import { expect, it } from "vitest";
import { versionToCall } from "./version-to-call";

const unchanged = { live_version: 2, has_unpublished_changes: false };
const changed = { live_version: 2, has_unpublished_changes: true };

it("is the live version if the draft does not differ from it", () => {
  expect(versionToCall(unchanged, { dirty: false, selected: null })).toBe("live");
  expect(versionToCall(unchanged, { dirty: true, selected: null })).toBe("draft");
  expect(versionToCall(changed, { dirty: false, selected: null })).toBe("draft");
});

it("is the selected version, unless no version is live", () => {
  expect(versionToCall(unchanged, { dirty: false, selected: "draft" })).toBe("draft");
  expect(versionToCall(changed, { dirty: true, selected: "live" })).toBe("live");
  const draft = { live_version: null, has_unpublished_changes: true };
  expect(versionToCall(draft, { dirty: false, selected: "live" })).toBe("draft");
});
