import { expect, it } from "vitest";
import { CreateIntegration } from "./schema";

const HOSTS = ["api.example.com", "10.0.0.5:8443", "[::1]:9000"];
const accepts = (credential: object, hosts: string[] = HOSTS) =>
  CreateIntegration.safeParse({ name: "Shop", hosts, credential }).success;

it("binds a credential to exact hosts, and accepts only what fits a header", () => {
  expect(accepts({ kind: "bearer", token: "t" })).toBe(true);
  expect(accepts({ kind: "basic", username: "u", password: "pä:ss" })).toBe(true);
  expect(accepts({ kind: "header", header_name: "X-Key", value: "v" })).toBe(true);
  for (const hosts of [[], ["*.example.com"], ["https://example.com"], ["EXAMPLE.com"]])
    expect(accepts({ kind: "bearer", token: "t" }, hosts), String(hosts)).toBe(false);
  for (const bad of [
    { kind: "bearer", token: "a\r\nb" },
    { kind: "basic", username: "a:b", password: "p" },
    { kind: "header", header_name: "X Y", value: "v" },
    { kind: "header", header_name: "X-Key", value: "v", zero_retention: true },
  ])
    expect(accepts(bad)).toBe(false);
});
