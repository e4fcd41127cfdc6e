import { z } from "zod";
import { documentsStore } from "@/lib/agents/models/schema";
import { EgressError } from "@/lib/platform/egress";
import type { ModelServer } from "../accounts";
import { baseAddress } from "../base-address";
import { connectionFinding, statusFinding } from "../check/connection";
import type { Finding } from "../check/finding";
import { createFinding } from "../check/finding-table";
import { MAX_BYTES } from "../check/limits";
import { type Probe, someOf, withoutRepeats } from "../check/probe";

/** Of an error, the code and the field alone are read: its message may quote the request. */
const Problem = z.object({
  error: z.object({ code: z.string().nullish(), type: z.string().nullish(), param: z.string().nullish() }),
});
const Completion = z.object({ choices: z.array(z.object({ message: z.object({}).loose() }).loose()).min(1) });

type Answered = { status: number; body: unknown };

async function ask(
  { egress, limits, signal }: Probe,
  { baseUrl, key }: ModelServer,
  path: string,
  body?: object,
): Promise<Answered> {
  const response = await egress.fetch(`${baseAddress(baseUrl)}/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
    timeoutMs: limits.requestMs,
    maxBytes: MAX_BYTES,
  });
  return { status: response.status, body: await response.json().catch(() => null) };
}

const notAModelServer = (model: string): Finding => createFinding("not_a_model_server", model);

function refusalFinding(status: number, body: unknown, model: string): Finding {
  const { code, type } = Problem.safeParse(body).data?.error ?? {};
  if (code === "insufficient_quota" || type === "insufficient_quota")
    return createFinding("credit_missing", model);
  const general = statusFinding(status, status === 403 ? null : model);
  if (general !== null) return general;
  const isUnknown = status === 404 || code === "model_not_found" || /invalid_?model/i.test(code ?? "");
  return isUnknown ? createFinding("model_unknown", model) : createFinding("model_refused", model);
}

/** Asks a model for one word, as a call would. Reasoning models of OpenAI count their words by another field. */
async function modelFinding(probe: Probe, server: ModelServer, model: string): Promise<Finding> {
  const url = server.baseUrl;
  const body = {
    model,
    messages: [{ role: "user", content: "Hi" }],
    ...(documentsStore(url) && { store: false }),
  };
  try {
    let answered = await ask(probe, server, "chat/completions", { ...body, max_tokens: 1 });
    const { param } = Problem.safeParse(answered.body).data?.error ?? {};
    if (answered.status === 400 && param === "max_tokens")
      answered = await ask(probe, server, "chat/completions", { ...body, max_completion_tokens: 16 });
    const { status } = answered;
    if (status < 200 || status > 299) return refusalFinding(status, answered.body, model);
    return Completion.safeParse(answered.body).success
      ? createFinding("model_answers", model)
      : notAModelServer(model);
  } catch (error) {
    if (error instanceof EgressError && error.code === "too_large") return notAModelServer(model);
    return connectionFinding(error, { url, signal: probe.signal });
  }
}

/**
 * Whether the server can be reached, by its list of models; null where the list shows nothing. Some servers have none, and
 * OpenAI refuses it to keys that are restricted to conversations: the models themselves tell then.
 */
async function keyFinding(probe: Probe, server: ModelServer): Promise<Finding | null> {
  try {
    const { status } = await ask(probe, server, "models");
    const isListed = status >= 200 && status < 300;
    return isListed ? createFinding("server_key_accepted", null) : null;
  } catch (error) {
    if (error instanceof EgressError && error.code === "too_large") return null;
    return connectionFinding(error, { url: server.baseUrl, signal: probe.signal });
  }
}

/** Whether a model server can be reached, accepts the key, and answers by the models that it was connected for. */
export async function modelServerFindings(probe: Probe, server: ModelServer): Promise<Finding[]> {
  const key = await keyFinding(probe, server);
  if (key !== null && !key.ok) return [key];
  const [models, more] = someOf(server.models, "models");
  const each = await Promise.all(models.map((model) => modelFinding(probe, server, model)));
  return withoutRepeats([...(key === null ? [] : [key]), ...each, ...more]);
}
