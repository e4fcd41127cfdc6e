import { afterEach, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { FileResponse, fileResponse } from "./file-response";

afterEach(() => vi.restoreAllMocks());

test("logs the file and the request if a read fails after the status was sent", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
  const broken = new Error("A part of a recording is missing.");
  const file = {
    mediaType: "audio/ogg",
    name: "call_1.ogg",
    bytes: 4,
    ranges: true,
    async *read() {
      yield Buffer.from("ab");
      throw broken;
    },
  };
  const headers = new Headers({ "X-Request-Id": "req_1" });
  const response = fileResponse(new FileResponse(file), null, headers);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow(broken);
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    { err: broken, requestId: "req_1", file: "call_1.ogg" },
    "a file could not be sent to its end",
  );
});
