import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { libraryFaults } from "./library.mjs";

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-library-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** The faults of a project with these files of the dashboard and of the library. */
function faultsOf(files, allowed = new Map()) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = Object.keys(files).filter((path) => /^(?:app|components)\//.test(path));
  return libraryFaults(root, paths, allowed);
}

describe("texts of the library that pages load", () => {
  const form =
    '"use client";\nimport { FORM } from "@/lib/providers/schema";\nexport default () => <Form of={FORM} />;';
  const descriptor = 'export const FORM = [{ name: "api_key", label: "Password", choice: "Bearer token" }];';
  const files = {
    "app/page.tsx": 'import Form from "./form";\nexport default () => <Form />;',
    "app/form.tsx": form,
    "lib/providers/schema.ts": 'export { FORM } from "./descriptor";',
  };

  it("are faults, also those of files that others import", () => {
    expect(faultsOf({ ...files, "lib/providers/descriptor.ts": descriptor })).toEqual([
      'lib/providers/descriptor.ts:1: "Password" reaches a page and is not in the catalog',
      'lib/providers/descriptor.ts:1: "Bearer token" reaches a page and is not in the catalog',
    ]);
  });

  it("are faults in files that a server component imports directly", () => {
    const page = 'import { LABELS } from "@/lib/labels";\nexport default () => LABELS.map(String);';
    const labels = 'export { SENTENCE } from "./sentence";\nexport const LABELS = ["Connect a model"];';
    const sentence = 'export const SENTENCE = "The server answers.";';
    expect(faultsOf({ "app/page.tsx": page, "lib/labels.ts": labels, "lib/sentence.ts": sentence })).toEqual([
      'lib/labels.ts:2: "Connect a model" reaches a page and is not in the catalog',
    ]);
  });

  it("are none if they are keys, names or for developers, or no page loads the file", () => {
    const keys = `import type { Text } from "./text";
      export const FORM = [{ name: "api_key", label: "apiKey", subprocessor: "Deepgram" }];
      class FormError extends Error { constructor() { super("The form is empty."); } }`;
    const text = 'export const TEXT = "The server answers.";';
    expect(
      faultsOf({ ...files, "lib/providers/descriptor.ts": keys, "lib/providers/text.ts": text }),
    ).toEqual([]);
  });

  it("can be allowed, as long as there are some", () => {
    const allowed = new Map([
      [/^lib\/providers\//, "spoken to callers"],
      [/^lib\/sounds\//, "spoken to callers"],
    ]);
    expect(faultsOf({ ...files, "lib/providers/descriptor.ts": descriptor }, allowed)).toEqual([
      "^lib\\/sounds\\/ is allowed to have texts, and has none that reach a page",
    ]);
  });
});
