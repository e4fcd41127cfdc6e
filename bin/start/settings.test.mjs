import { expect, test } from "vitest";
import { checkNode, firstSettings, readArguments } from "./settings.mjs";

test("reports a Node version that is too old with the required one, and accepts newer ones", () => {
  for (const version of ["18.20.0", "20.18.3"])
    expect(() => checkNode(version)).toThrow(`needs Node.js 20.19 or later; this is ${version}`);
  for (const version of ["20.19.0", "22.1.0", "24.0.0"]) expect(() => checkNode(version)).not.toThrow();
});

test("selects roles by name, the gateway only without the server, and rejects a mistyped argument", () => {
  expect(readArguments([])).toMatchObject({ roles: ["server", "pages", "worker"], only: false });
  expect(readArguments(["--only=worker"])).toMatchObject({ roles: ["worker"], only: true });
  expect(readArguments(["--only=server,pages", "--logs"])).toMatchObject({
    roles: ["server", "pages"],
    logs: true,
  });
  expect(readArguments(["--only=gateway"])).toMatchObject({ roles: ["gateway"], only: true });
  expect(() => readArguments(["--only=server,gateway"])).toThrow("the server already includes the gateway");
  expect(() => readArguments(["--only=servr"])).toThrow("choose from server, pages, worker");
  expect(() => readArguments(["--ony=server"])).toThrow("Unknown argument --ony=server");
});

test("reports an invalid port before anything is installed, with exit code 2", () => {
  for (const PORT of ["http", "0", "65536", "80.5"]) {
    expect(() => firstSettings({ PORT })).toThrow(
      expect.objectContaining({ code: 2, message: expect.stringContaining("PORT") }),
    );
  }
  expect(firstSettings({ PORT: "" })).toMatchObject({ port: 3000, host: "127.0.0.1" });
});
