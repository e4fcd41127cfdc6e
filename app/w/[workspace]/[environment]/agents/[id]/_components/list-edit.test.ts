import { describe, expect, it } from "vitest";
import { moveRow, newVariable, removeRow, replaceRow } from "./list-edit";

const LIST = [{ name: "a" }, { name: "b" }, { name: "c" }];
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join("");

describe("rows of a list", () => {
  it("are moved to a position within the list only", () => {
    expect(names(moveRow(LIST, 0, 2))).toBe("bca");
    expect(names(moveRow(LIST, 2, 1))).toBe("acb");
    for (const to of [-1, 3]) expect(moveRow(LIST, 1, to)).toBe(LIST);
  });

  it("keep their identity when another row changes", () => {
    const changed = replaceRow(LIST, 1, { name: "x" });
    expect(names(changed)).toBe("axc");
    expect(changed[0]).toBe(LIST[0]);
    expect(changed[2]).toBe(LIST[2]);
    expect(names(removeRow(LIST, 1))).toBe("ac");
  });

  it("have distinct keys when they are added", () => {
    expect(newVariable().key).not.toBe(newVariable().key);
    expect(newVariable("first_name")).toMatchObject({ name: "first_name", description: "first name" });
  });
});
