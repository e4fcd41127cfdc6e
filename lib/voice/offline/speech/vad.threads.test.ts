import { expect, it } from "vitest";
import { createVads } from "./vad";

it("is closed only once its model has been read: a process that exits before that is aborted by the runtime", async () => {
  const order: string[] = [];
  const vads = createVads();
  const vad = vads.vad().then((created) => {
    order.push("read");
    created.close();
  });
  await vads.close();
  order.push("closed");
  await vad;
  expect(order).toEqual(["read", "closed"]);
});
