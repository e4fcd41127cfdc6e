import fc from "fast-check";
import { expect, it } from "vitest";
import type { TrunkEntry } from "@/lib/agents/integrations";
import { selectTrunkByRoute } from "./select-trunk-by-route";

function entry(id: string, workspaceId: string, patterns: readonly string[]): TrunkEntry {
  const settings = {
    server: "sip.example.com",
    transport: "tls",
    encryption: "required",
    username: null,
    digest: "both",
    register: false,
    domain: null,
    sources: [],
    callerSignatures: "off",
    numberFormat: "e164",
    callerId: "own_numbers",
    countries: [],
    maxCalls: 10,
    callsPerSecond: 1,
    inboundRoutes: patterns.map((pattern) => ({ pattern })),
  } as const;
  return { id, workspaceId, environment: "live", settings: { ...settings, sources: [], countries: [] } };
}

it("is the trunk with the most specific route, in any order of the trunks", () => {
  const wide = entry("int_a", "ws_1", ["*", "+49*"]);
  const narrow = entry("int_b", "ws_1", ["+49221*"]);
  for (const entries of [
    [wide, narrow],
    [narrow, wide],
  ]) {
    expect(selectTrunkByRoute(entries, "+492211234")?.id).toBe("int_b");
    expect(selectTrunkByRoute(entries, "+49301234")?.id).toBe("int_a");
  }
  expect(selectTrunkByRoute([narrow], "100")).toBeUndefined();
  expect(selectTrunkByRoute([], "100")).toBeUndefined();
});

it("is none if trunks of several workspaces have the address", () => {
  const trunks = fc.array(fc.record({ workspace: fc.constantFrom("ws_1", "ws_2"), isOpen: fc.boolean() }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(trunks, (list) => {
      const entries = list.map(({ workspace, isOpen }, index) =>
        entry(`int_${index}`, workspace, isOpen ? ["*"] : ["1xx"]),
      );
      const workspaces = new Set(entries.map(({ workspaceId }) => workspaceId));
      const selected = selectTrunkByRoute(entries, "100");
      expect(selected !== undefined).toBe(workspaces.size === 1);
    }),
  );
});

it("a stored route that cannot be read does not count", () => {
  const broken = entry("int_a", "ws_1", ["a*b"]);
  expect(selectTrunkByRoute([broken], "a*b")).toBeUndefined();
});
