import { expect, test } from "vitest";
import { english } from "@/messages/testing/english";
import { channelName, clock, inWords } from "./words";

test("names of the API read as words", () => {
  expect(inWords("caller_hung_up")).toBe("Caller hung up");
});

test("a length is shown in whole minutes and seconds", () => {
  expect(clock(0)).toBe("0:00");
  expect(clock(61_999)).toBe("1:01");
  expect(clock(3_600_000)).toBe("60:00");
});

test("a channel has a name, and one of a later version its name in the API", () => {
  const t = english("common.channel");
  expect(channelName(t, "sms")).toBe("Text message");
  expect(channelName(t, "video_call")).toBe("Video call");
});
