import { expect, it } from "vitest";
import { needsFileSource } from "./file-source";

const previewOf = (fields: string[], codes: string[] = []) => ({
  columns: fields.map((field) => ({ field })),
  reasons: codes.map((code) => ({ code })),
});

const WITH_SOURCES = ["phone", "consent.informational.call", "consent_source"];

it("asks for a source if a column states consents and none states their source", () => {
  expect(needsFileSource(previewOf(["phone", "consent.informational.call"]), "")).toBe(true);
  expect(needsFileSource(previewOf(WITH_SOURCES), "")).toBe(false);
});

it("asks for a source if rows of the column of sources are empty", () => {
  expect(needsFileSource(previewOf(WITH_SOURCES, ["no_consent_source"]), "")).toBe(true);
  expect(needsFileSource(previewOf(WITH_SOURCES), "Order form")).toBe(true);
});

it("asks for no source without consents", () => {
  expect(needsFileSource(null, "Order form")).toBe(false);
  expect(needsFileSource(previewOf(["phone", "consent_at"]), "Order form")).toBe(false);
});
