import type { SessionDialog } from "sip.js/lib/core/index.js";
import { expect, it } from "vitest";
import type { SipContext } from "./context";
import { waitForAck } from "./wait-for-ack";

it("ends the call with BYE if the dialog of an ACK cannot be created", async () => {
  const sent: string[] = [];
  let isDisposed = false;
  const session = {
    createOutgoingRequestMessage: (method: string) => ({ method }),
    dispose: () => {
      isDisposed = true;
    },
  } as unknown as SessionDialog;
  const context = {
    received: new WeakMap(),
    limits: { requestMs: 1 },
    core: { request: ({ method }: { method: string }) => sent.push(method) },
  } as unknown as SipContext;
  const waiting = waitForAck(context, session, () => {
    throw new Error("no memory");
  });
  expect(() => session.delegate?.onAck?.({ message: {} } as never)).toThrow("no memory");
  expect(await waiting).toBeNull();
  expect(sent).toEqual(["BYE"]);
  expect(isDisposed).toBe(true);
});
