import { expect, it } from "vitest";
import { addTags } from "./add-tags";

it("adds each text of a list, without duplicates, up to the limit", () => {
  expect(addTags(["urgent"], " Urgent, refund ,, vip,Refund", 10)).toEqual(["urgent", "refund", "vip"]);
  expect(addTags(["a"], "b,c", 2)).toEqual(["a", "b"]);
  expect(addTags(["a"], "  ", 2)).toEqual(["a"]);
});
