import { expect, test } from "vitest";
import { roleSpec } from "./roles.mjs";

const drainMs = (role, mode, env = {}) => {
  const spec = roleSpec(role, { root: "/", mode, env, host: "127.0.0.1", port: 3000, pagesPort: 3001 });
  return [spec.drainMs, spec.env.DRAIN_SECONDS];
};

test("a gateway drains for ten minutes by default, a server not at all, and with reload no role does", () => {
  expect(drainMs("gateway", "start")).toEqual([600_000, "600"]);
  expect(drainMs("server", "start")).toEqual([0, "0"]);
  expect(drainMs("gateway", "start", { DRAIN_SECONDS: "" })).toEqual([600_000, "600"]);
  for (const role of ["gateway", "server"]) {
    expect(drainMs(role, "start", { DRAIN_SECONDS: "30" })).toEqual([30_000, "30"]);
    expect(drainMs(role, "dev", { DRAIN_SECONDS: "30" })).toEqual([0, "0"]);
  }
  expect(drainMs("worker", "start", { DRAIN_SECONDS: "30" })).toEqual([0, "30"]);
});

test("a role's environment is read at each start, without the secrets of the first start", () => {
  const env = { DATABASE_URL: "first", PARLEY_INIT_API_KEY: "secret" };
  const spec = roleSpec("worker", {
    root: "/",
    mode: "start",
    env,
    host: "127.0.0.1",
    port: 3000,
    pagesPort: 3001,
  });
  env.DATABASE_URL = "second";
  expect(spec.env).toEqual({ DATABASE_URL: "second", MAIL_ON: "0" });
});
