import { expect, it } from "vitest";
import { requireServerVersion } from "./server-version";

/** A server that reports this `server_version_num`. */
const serverOf = (version: number) =>
  ({ query: async () => ({ rows: [{ version }] }) }) as unknown as Parameters<typeof requireServerVersion>[0];

it.each([
  [150_004, "15"],
  [90_624, "9"],
])("refuses server version %s in one line that names it", async (version, major) => {
  await expect(requireServerVersion(serverOf(version))).rejects.toThrow(
    `Parley needs PostgreSQL 16 or newer, and the server of DATABASE_URL runs PostgreSQL ${major}. Upgrade the server`,
  );
});

it.each([160_000, 180_001])("accepts server version %s", async (version) => {
  await expect(requireServerVersion(serverOf(version))).resolves.toBeUndefined();
});
