import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "@/lib/platform/ids";
import { followEvents } from "./follow-events";

/** A browser's EventSource as far as it is used: it says what it was asked for, and is told what happens. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static instances: FakeSource[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    FakeSource.instances.push(this);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  /** A server's error answer, after which a browser does not come back. */
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event("error"));
  }
}
const last = () => FakeSource.instances.at(-1) as FakeSource;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("window", { location: { pathname: "/docs" } });
  FakeSource.instances = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a refused stream is opened again later, with its listeners", () => {
  const hear = vi.fn();
  followEvents("/v1/calls/1/events", { "turn.completed": hear });
  last().refuse();
  expect(FakeSource.instances).toHaveLength(1);
  vi.advanceTimersByTime(15_000);
  expect(FakeSource.instances.map(({ url }) => url)).toEqual(["/v1/calls/1/events", "/v1/calls/1/events"]);
  last().dispatchEvent(new MessageEvent("turn.completed"));
  expect(hear).toHaveBeenCalledOnce();
});

test("a broken connection is left to the browser, which reconnects it", () => {
  followEvents("/v1/calls/1/events", {});
  last().dispatchEvent(new Event("error"));
  vi.advanceTimersByTime(3_600_000);
  expect(FakeSource.instances).toHaveLength(1);
});

test("a stream that stays refused is opened 20 more times, and counted from the start after it has opened", () => {
  followEvents("/v1/calls/1/events", {});
  const refuseAll = () => {
    for (let n = 0; n < 30; n++) {
      if (last().readyState !== FakeSource.CLOSED) last().refuse();
      vi.advanceTimersByTime(15_000);
    }
  };
  last().dispatchEvent(new Event("open"));
  refuseAll();
  expect(FakeSource.instances).toHaveLength(21);
});

test("a reader that stops while it waits opens nothing more", () => {
  const stop = followEvents("/v1/calls/1/events", {});
  last().refuse();
  stop();
  vi.advanceTimersByTime(3_600_000);
  expect(FakeSource.instances).toHaveLength(1);
  expect(last().readyState).toBe(FakeSource.CLOSED);
});

test("a stream of a workspace's page names its scope", () => {
  const path = `/w/${newId("ws")}/test`;
  vi.stubGlobal("window", { location: { pathname: `${path}/calls` } });
  followEvents("/v1/calls/1/events", {});
  expect(last().url).toBe(`/v1/calls/1/events?scope=${encodeURIComponent(path.slice("/w/".length))}`);
});
