import { expect, it } from "vitest";
import { isRefusal } from "./refusal";

it.each([
  "I don't want to be recorded",
  "i dont want to be recorded",
  "Please do not record this call.",
  "don't record me",
  "stop recording",
  "No recording, please",
  "I'd rather go on without being recorded",
  "I do not consent to this recording",
  "turn off the recording",
  "turn the recording off",
])("is a refusal: %s", (text) => expect(isRefusal(text)).toBe(true));

it.each([
  "yes, that is fine",
  "I don't want the record player",
  "do you have a record of my order",
  "my broken record is being repaired",
  "no",
  "I don't have that",
])("is none: %s", (text) => expect(isRefusal(text)).toBe(false));
