/**
 * OpenAI's own API, with its regions: it can store a chat completion unless the request has `store: false`.
 * Other servers of the protocol do not document the field, and some reject it with 400 (Groq, Google), so
 * they do not receive it. Source: platform.openai.com/docs/api-reference/chat/create and
 * platform.openai.com/docs/guides/your-data, read on 2026-11-22.
 */
const OPENAI_HOSTS: readonly string[] = ["api.openai.com", "eu.api.openai.com", "us.api.openai.com"];

/** Whether a model server documents `store: false`. */
export const documentsStore = (baseUrl: string | URL): boolean =>
  OPENAI_HOSTS.includes(new URL(baseUrl).hostname);
