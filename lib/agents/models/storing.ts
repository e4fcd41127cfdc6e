/**
 * OpenAI's own API, with its regions: there a chat completion may be stored unless the request says `store: false`.
 * Other servers of the protocol do not document the field, and some answer 400 to it (Groq, Google), so that they are not
 * sent it. Source: platform.openai.com/docs/api-reference/chat/create and
 * platform.openai.com/docs/guides/your-data, read on 2026-11-22.
 */
const OPENAI_HOSTS: readonly string[] = ["api.openai.com", "eu.api.openai.com", "us.api.openai.com"];

/** Whether a model server documents `store: false`. */
export const documentsStore = (baseUrl: string | URL): boolean =>
  OPENAI_HOSTS.includes(new URL(baseUrl).hostname);
