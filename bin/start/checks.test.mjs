import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "@/test/fixtures/free-port";
import { checkMetricsPorts } from "./checks.mjs";

test("reports a metrics port in use before anything starts: the server's port, and the worker's and the pages' ports above it", async () => {
  const occupant = createServer();
  // Not one that the system gives: the next port above such a one is often in use by an outgoing connection.
  const port = await freePort();
  await new Promise((done) => occupant.listen(port, "127.0.0.1", done));
  const portInUse = expect.objectContaining({ message: expect.stringContaining(`Port ${port} is in use`) });
  await expect(checkMetricsPorts(["server", "pages"], port)).rejects.toEqual(portInUse);
  await expect(checkMetricsPorts(["worker"], port - 1)).rejects.toEqual(portInUse);
  await expect(checkMetricsPorts(["gateway"], port)).rejects.toThrow("METRICS_PORT=…");
  await expect(checkMetricsPorts(["pages"], port - 2)).rejects.toEqual(portInUse);
  await checkMetricsPorts(["pages"], port - 1);
  await checkMetricsPorts(["server", "worker"], undefined);
  await new Promise((done) => occupant.close(done));
});
