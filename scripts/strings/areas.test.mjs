import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { areaFaults } from "./areas.mjs";

const AREAS = ["calls", "common", "shell"];
const LAYOUT = 'import { CommonMessages } from "@/messages/areas/common";';
const CLIENT = '"use client";\nconst t = useTranslations("calls.status");\nt("queued");';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-areas-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** The faults of a project with these files. */
function faultsOf(files) {
  const all = { "messages/areas/common.tsx": "", "messages/areas/calls.tsx": "", ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return areaFaults(root, Object.keys(files), AREAS);
}

describe("the areas of a page", () => {
  const page = 'import { Table } from "./table";\nexport default () => <Table />;';

  it("are loaded by a layout around it or by the page", () => {
    const layout = LAYOUT.replace("common", "calls");
    expect(
      faultsOf({ "app/a/layout.tsx": layout, "app/a/b/page.tsx": page, "app/a/b/table.tsx": CLIENT }),
    ).toEqual([]);
    expect(faultsOf({ "app/c/page.tsx": `${page}\n${layout}`, "app/c/table.tsx": CLIENT })).toEqual([]);
  });

  it("are a fault if a client component uses one that is not loaded, also through other files", () => {
    const files = {
      "app/page.tsx": 'import { Table } from "@/components/table";',
      "components/table.tsx": '"use client";\nconst load = () => import("./row");',
      "components/row.ts": 'const label = (t: Translator<"calls.status">) => t("queued");',
    };
    expect(faultsOf(files)).toEqual([
      "app/page.tsx: does not load the area calls, which components/row.ts uses",
    ]);
  });

  it("can be loaded by a client component for the files that it imports", () => {
    const part =
      '"use client";\nimport { CallsMessages } from "@/messages/areas/calls";\nimport { Row } from "./row";';
    expect(
      faultsOf({
        "app/page.tsx": 'import { Table } from "./table";',
        "app/table.tsx": '"use client";\nconst load = () => import("./part");',
        "app/part.tsx": part,
        "app/row.tsx": CLIENT,
      }),
    ).toEqual([]);
  });

  it("are a fault if a full key names one that is not loaded", () => {
    const table = '"use client";\nconst t = useTranslations();\nt("shell.title");';
    expect(faultsOf({ "app/page.tsx": page, "app/table.tsx": table })).toEqual([
      "app/page.tsx: does not load the area shell, which app/table.tsx uses",
    ]);
  });

  it("do not include those of server components and of types", () => {
    const server =
      'import type { Table } from "./table";\nconst t = await getTranslations("shell");\nt("title");';
    expect(faultsOf({ "app/page.tsx": server, "app/table.tsx": CLIENT })).toEqual([]);
  });

  it("are a fault if no page in the layout uses one that it loads", () => {
    expect(faultsOf({ "app/layout.tsx": LAYOUT, "app/page.tsx": "" })).toEqual([
      "app/layout.tsx: loads the area common, which no page in it uses",
    ]);
  });
});
