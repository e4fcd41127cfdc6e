import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { storedDocument } from "./stored-document";

const Item = z.strictObject({ name: z.string(), size: z.int() });
const DoorSchema = z.strictObject({
  color: z.string(),
  handle: z.string().nullable().default(null),
  items: z.array(Item).default([]),
});
const first = storedDocument({ name: "door", schema: DoorSchema });
const third = storedDocument({
  name: "door",
  schema: DoorSchema,
  upgrades: [
    ({ paint, ...fields }) => ({ ...fields, shade: paint }),
    ({ shade, ...fields }) => ({ ...fields, color: shade }),
  ],
});

describe("a stored document", () => {
  it("gets the defaults of fields that were added later", () => {
    expect(first.read({ color: "red" })).toEqual({ color: "red", handle: null, items: [] });
  });

  it("is upgraded step by step from any version", () => {
    const red = { color: "red", handle: null, items: [] };
    expect(third.read({ paint: "red" })).toEqual(red);
    expect(third.read({ v: 2, shade: "red" })).toEqual(red);
    expect(third.read({ v: 3, color: "red" })).toEqual(red);
  });

  it("has its version stored, and none while there is only one", () => {
    expect(third.write(third.read({ paint: "red" }))).toEqual({
      v: 3,
      color: "red",
      handle: null,
      items: [],
    });
    expect(first.write(first.read({ color: "red" }))).toEqual({ color: "red", handle: null, items: [] });
  });

  it("of newer code keeps its unknown fields and its version when it is rewritten", () => {
    const stored = {
      v: 7,
      color: "red",
      window: { glass: true },
      items: [
        { name: "a", size: 1, weight: 10 },
        { name: "b", size: 2, weight: 20 },
      ],
    };
    const document = third.read(stored);
    expect(document).toEqual({
      color: "red",
      handle: null,
      items: [
        { name: "a", size: 1 },
        { name: "b", size: 2 },
      ],
    });
    const changed = {
      ...document,
      color: "blue",
      items: [
        { name: "b", size: 3 },
        { name: "c", size: 4 },
      ],
    };
    expect(third.write(changed, document)).toEqual({
      v: 7,
      color: "blue",
      handle: null,
      window: { glass: true },
      items: [
        { name: "b", size: 3, weight: 20 },
        { name: "c", size: 4 },
      ],
    });
  });

  it("with a loose schema keeps them in the result, and its version", () => {
    const loose = storedDocument({ name: "door", schema: z.looseObject({ color: z.string() }) });
    const document = loose.read({ v: 7, color: "red", window: true });
    expect(loose.write({ ...document, color: "blue" })).toEqual({ v: 7, color: "blue", window: true });
  });

  it("that does not fit is refused with paths, and without its values", () => {
    expect(() => first.read({ color: 5, handle: "secret-9" })).toThrow(
      "A stored door cannot be read: /color invalid_type.",
    );
    expect(() => first.read("secret-9")).toThrow("A stored door is not an object.");
    expect(() => first.read({ v: "secret-9", color: "red" })).toThrow("A stored door has no valid version.");
  });

  it("survives any unknown fields, and reading what was rewritten changes nothing", () => {
    const unknown = fc.dictionary(
      fc.string().filter((name) => !["v", "color", "handle", "items", "__proto__"].includes(name)),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(unknown, fc.string(), (extra, color) => {
        const stored = { ...extra, color };
        const document = first.read(stored);
        const rewritten = first.write(document, document);
        expect(rewritten).toEqual({ ...stored, handle: null, items: [] });
        expect(first.read(rewritten)).toEqual(document);
      }),
    );
  });
});
