import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WorkspaceDefaults, WorkspaceSettings } from "./schema";
import { workspaceDefaultsDocument, workspaceSettingsDocument } from "./stored-documents";

const stored = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, "testing", "stored", file), "utf8"));
const versionsOf = ({ version }: { version: number }) => Array.from({ length: version }, (_, n) => n + 1);

describe("a stored workspace", () => {
  it.each(versionsOf(workspaceDefaultsDocument))("has its defaults of version %i read", (version) => {
    const defaults = workspaceDefaultsDocument.read(stored(`workspace-defaults.v${version}.json`));
    expect(WorkspaceDefaults.safeParse(defaults).error).toBeUndefined();
    expect(defaults.recording).toMatchObject({ enabled: false, answer_window_ms: 2_500 });
  });

  it.each(versionsOf(workspaceSettingsDocument))("has its settings of version %i read", (version) => {
    const settings = workspaceSettingsDocument.read(stored(`workspace-settings.v${version}.json`));
    expect(WorkspaceSettings.safeParse(settings).error).toBeUndefined();
    expect(settings).toMatchObject({ require_zero_retention: true });
  });

  it("keeps the settings of newer code when one is changed", () => {
    const document = workspaceSettingsDocument.read({
      ...stored("workspace-settings.v1.json"),
      payment: { ivr_number: null, link_url: null, terminal: "T-1" },
      region: "eu",
    });
    expect(
      workspaceSettingsDocument.write({ ...document, require_zero_retention: false }, document),
    ).toMatchObject({
      require_zero_retention: false,
      region: "eu",
      payment: { terminal: "T-1" },
    });
  });
});
