import { expect, it } from "vitest";
import { createDetectors } from "./detector";

it("is closed only once its model has been read: a process that exits before that is aborted by the runtime", async () => {
  const order: string[] = [];
  const detectors = createDetectors();
  const detector = detectors.detector().then((made) => {
    order.push("read");
    made.close();
  });
  await detectors.close();
  order.push("closed");
  await detector;
  expect(order).toEqual(["read", "closed"]);
});
