import { describe, expect, test } from "vitest";
import { BUILTIN_TOOLS, isReservedName } from "./builtins";
import { ToolParameters, toZodSchema } from "./http/parameters";
import { findReadinessProblem } from "./ready";

const at = "2026-11-21T00:00:00.000Z";
const tool = (integration_id: string | null) => ({
  id: "tool_1",
  name: "look_up",
  description: "Looks up.",
  parameters: { type: "object" },
  request: { method: "GET", url: "https://api.example.com/orders", headers: {}, body: null },
  response: {},
  retries: {},
  integration_id,
  timeout_ms: 1_000,
  revision: "0190c6a4",
  created_at: at,
  updated_at: at,
});
const credential = (id: string, environment: string, hosts = ["api.example.com"], name = "orders") => ({
  id,
  name,
  kind: "bearer",
  environment,
  hosts,
  settings: {},
  requires_call_encryption: false,
  paused_until: null,
  created_at: at,
});
const means = { transferTo: null, calling: false, texting: false, payment: null };
const reason = (
  name: string,
  integration_id: string | null = null,
  integrations = [credential("int_1", "live")],
) => findReadinessProblem(name, { tools: [tool(integration_id)], integrations, means });

describe("a tool is ready to go live", () => {
  test("if it exists", () => {
    expect(reason("look_up")).toBeNull();
    expect(reason("look_down")).toBe("tool_unknown");
  });

  test("if its credential for live calls is connected, directly or by name", () => {
    expect(reason("look_up", "int_1")).toBeNull();
    expect(reason("look_up", "int_1", [])).toBe("tool_credential_missing");
    expect(reason("look_up", "int_1", [credential("int_1", "test")])).toBe("tool_credential_missing");
    expect(reason("look_up", "int_1", [credential("int_1", "test"), credential("int_2", "live")])).toBeNull();
    expect(
      reason("look_up", "int_1", [
        credential("int_1", "test"),
        credential("int_2", "live", ["api.example.com"], "other"),
      ]),
    ).toBe("tool_credential_missing");
  });

  test("if the credential is bound to its host", () => {
    expect(reason("look_up", "int_1", [credential("int_1", "live", ["example.com"])])).toBe(
      "tool_host_not_bound",
    );
  });
});

describe("the built-in tools", () => {
  test("are the product's seven, of which three are ready without configuration", () => {
    expect(BUILTIN_TOOLS.filter((item) => item.missing(means) === null).map(({ name }) => name)).toEqual([
      "end_call",
      "schedule_callback",
      "opt_out",
    ]);
    expect(BUILTIN_TOOLS).toHaveLength(7);
  });

  test("report what is missing and what to set", () => {
    const missing = (name: string) => BUILTIN_TOOLS.find((item) => item.name === name)?.missing(means);
    expect(missing("transfer_to_human")).toBe("calls_without_carrier_and_transfer_to");
    expect(missing("send_secure_payment_link")).toBe("texts_without_carrier_and_link");
    expect(missing("transfer_to_payment_ivr")).toBe("calls_without_carrier_and_ivr_number");
    expect(missing("send_text")).toBe("texts_without_carrier");
  });

  test("keep their names, like the engine's tools", () => {
    expect(isReservedName("opt_out")).toBe(true);
    expect(isReservedName("save_variables")).toBe(true);
    expect(isReservedName("look_up")).toBe(false);
  });

  test.each(BUILTIN_TOOLS)(
    "$name has parameters that arguments can be validated against",
    ({ parameters }) => {
      expect(toZodSchema(ToolParameters.parse(parameters))).toBeDefined();
    },
  );
});
