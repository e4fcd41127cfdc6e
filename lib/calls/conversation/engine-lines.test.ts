import { expect, it } from "vitest";
import { engineLineText } from "./engine-lines";

it("says that the caller was cut off in the language of the call, if it has the words", () => {
  expect(engineLineText("cut_off", "en-US")).toBe("Sorry, we were cut off for a moment.");
  expect(engineLineText("cut_off", "de-AT")).toBe("Entschuldigung, wir waren kurz unterbrochen.");
  expect(engineLineText("cut_off", "fi")).toBe(engineLineText("cut_off", "en"));
  expect(engineLineText("no_human", "de")).toBe(engineLineText("no_human", "en"));
});
