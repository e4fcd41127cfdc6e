import { createServer } from "node:net";
import { expect, test } from "vitest";
import { checkMetricsPorts } from "./checks.mjs";

test("a taken port of the metrics is told before anything starts: the server's own, and the worker's above it", async () => {
  const other = createServer();
  await new Promise((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address();
  const told = expect.objectContaining({ message: expect.stringContaining(`Port ${port} is taken`) });
  await expect(checkMetricsPorts(["server", "pages"], port)).rejects.toEqual(told);
  await expect(checkMetricsPorts(["worker"], port - 1)).rejects.toEqual(told);
  await expect(checkMetricsPorts(["gateway"], port)).rejects.toThrow("METRICS_PORT=…");
  await checkMetricsPorts(["pages"], port);
  await checkMetricsPorts(["server", "worker"], undefined);
  await new Promise((done) => other.close(done));
});
