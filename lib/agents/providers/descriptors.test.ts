import { describe, expect, it } from "vitest";
import { z } from "zod";
import { providers } from "@/messages/en/providers";
import { adapterOf } from "./adapters";
import { Credential, descriptorOf, PROVIDER_DESCRIPTORS } from "./schema";

/** Names of fields that hold a secret. A descriptor that forgets one would store it unsealed. */
const SECRET_NAME = /key|token(?!_url$)|password|secret|^value$/;
const EXAMPLES: Readonly<Record<string, string>> = {
  base_url: "https://provider.example.com/v1",
  account_sid: `AC${"0".repeat(32)}`,
  token_url: "https://provider.example.com/token",
  auth_token: "0".repeat(32),
};

describe.each(PROVIDER_DESCRIPTORS.map((descriptor) => [descriptor.kind, descriptor] as const))(
  "the descriptor of %s",
  (kind, { service, credential, secretFields, form, publicUrl, subprocessor, retention }) => {
    const fields = form.filter((part) => part.input !== "note");
    const names = Object.keys(credential.shape);

    it("seals each field that holds a secret, and the form hides it", () => {
      expect([...secretFields].sort()).toEqual(
        names.filter((name) => SECRET_NAME.test(name) || (kind === "basic" && name === "username")).sort(),
      );
      for (const { name, input } of fields)
        expect([name, input === "secret"]).toEqual([name, SECRET_NAME.test(name)]);
    });

    it("has a form whose fields are the credential's, each once", () => {
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
      expect(names).toEqual(expect.arrayContaining(fields.map(({ name }) => name)));
      // Without an input, a field has a default or the kind could not be connected in the dashboard.
      const required = (z.toJSONSchema(credential, { io: "input" }).required ?? []).filter(
        (name) => name !== "kind",
      );
      expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(required));
      for (const name of required)
        expect([name, fields.find((field) => field.name === name)?.required]).toEqual([name, true]);
    });

    it("accepts what the form sends if only the required fields are filled in", () => {
      const filled = fields
        .filter((field) => field.required)
        .map(({ name, input }) => [name, input.endsWith("lines") ? ["a"] : (EXAMPLES[name] ?? "x-secret")]);
      expect(Credential.safeParse({ kind, ...Object.fromEntries(filled) }).error).toBeUndefined();
    });

    it("has the parts of its service", () => {
      const isProvider = service !== "tools";
      expect(names.includes("base_url") || names.includes("server")).toBe(isProvider);
      expect(subprocessor !== undefined).toBe(isProvider);
      expect(retention !== undefined).toBe(service === "model" || service === "speech");
      expect(names.includes("zero_retention")).toBe(retention !== undefined);
      expect(adapterOf(kind) === undefined).toBe(service === "carrier");
      expect(adapterOf(kind)?.createSynthesizer !== undefined).toBe(names.includes("voices"));
      expect(adapterOf(kind)?.createTranscriber !== undefined).toBe(
        service === "speech" && names.includes("models"),
      );
      if (publicUrl !== undefined) expect(new URL(publicUrl).protocol).toBe("https:");
    });
  },
);

it("a kind of a later version is an error", () => {
  expect(() => descriptorOf("of_tomorrow")).toThrow("This version has no provider of kind of_tomorrow.");
  expect(adapterOf("constructor")).toBeUndefined();
});

describe("the texts of the forms", () => {
  const parts = PROVIDER_DESCRIPTORS.flatMap(({ form }) => form);
  const fields = parts.filter((part) => part.input !== "note");
  /** The keys that descriptors name, by group of the catalog. */
  const named = {
    label: fields.map(({ label }) => label),
    help: fields.flatMap(({ help }) => help ?? []),
    example: fields.flatMap((field) => ("example" in field ? (field.example ?? []) : [])),
    option: fields.flatMap((field) => ("options" in field ? field.options.map(({ label }) => label) : [])),
    note: parts.flatMap((part) => (part.input === "note" ? part.note : [])),
  };

  it.each(Object.entries(named))("are each used: %s", (group, keys) => {
    expect([...new Set<string>(keys)].sort()).toEqual(
      Object.keys(providers[group as keyof typeof named]).sort(),
    );
  });

  it("have a value for each of their arguments", () => {
    for (const { name, help, values = {} } of fields) {
      const argumentsOf = help === undefined ? [] : [...providers.help[help].matchAll(/\{(\w+)\}/g)];
      expect([name, Object.keys(values)]).toEqual([name, argumentsOf.map(([, argument]) => argument)]);
    }
  });
});
