import { setTimeout as pause } from "node:timers/promises";
import { type APIResponse, expect, type Page } from "@playwright/test";
import { scopeHeader } from "./session";

/** The part of a response that tests check. */
type Answered = {
  id: string;
  status: string;
  settled_at: string | null;
  transcript: { role: string; text: string | null }[];
  total: number;
  data: object[];
};
type Answer = { status: number; json: Partial<Answered> };

/** How often a request is repeated that a busy server has refused before it began. */
const MAX_REPEATS = 3;
const isRefusal = async (answer: APIResponse): Promise<boolean> =>
  answer.status() === 503 && (await answer.text()).includes('"reason":"server_busy"');

/** Requests a path of `/v1` with the session of this page's browser, like the page's scripts. */
export async function ask(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  const { origin } = new URL(process.env.E2E_BASE_URL ?? `http://localhost:${process.env.E2E_PORT}`);
  const send = () =>
    page.request.fetch(`${origin}/v1${path}`, {
      method,
      headers: { origin, ...scopeHeader(page) },
      ...(body !== undefined && { data: body }),
    });
  let answer = await send();
  for (let repeats = 0; repeats < MAX_REPEATS && (await isRefusal(answer)); repeats++) {
    await pause(Number(answer.headers()["retry-after"] ?? 1) * 1_000);
    answer = await send();
  }
  const text = await answer.text();
  // A file is answered by some routes.
  const isJson = text !== "" && (answer.headers()["content-type"] ?? "").includes("json");
  return { status: answer.status(), json: isJson ? JSON.parse(text) : {} };
}

/** The same, for what has to go well; answers the id of what it is about. */
export async function make(page: Page, path: string, body: object = {}): Promise<string> {
  const { status, json } = await ask(page, "POST", path, body);
  expect(status, `POST ${path}: ${JSON.stringify(json)}`).toBeLessThan(300);
  return json.id ?? "";
}

/** Says these to a running chat, each when the one before is answered. */
export async function say(page: Page, call: string, lines: readonly string[]): Promise<void> {
  for (const text of lines) await make(page, `/calls/${call}/messages`, { text });
}
