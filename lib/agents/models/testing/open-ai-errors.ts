/** An error response of the OpenAI API: `{ "error": { message, type, param, code } }` with an HTTP status. */
export type OpenAiError = {
  status: number;
  message: string;
  type: string;
  param: string | null;
  code: string | null;
};

type Where = { param?: string | null; code?: string | null };

/** A 400 `invalid_request_error`, the API's response to every malformed request. */
export const invalidRequest = (message: string, { param = null, code = null }: Where = {}): OpenAiError => ({
  status: 400,
  message,
  type: "invalid_request_error",
  param,
  code,
});

export const invalidType = (param: string, expected: string): OpenAiError =>
  invalidRequest(`Invalid type for '${param}': expected ${expected}.`, { param, code: "invalid_type" });

export const missingParameter = (param: string): OpenAiError =>
  invalidRequest(`Missing required parameter: '${param}'.`, { param, code: "missing_required_parameter" });

export const emptyArray = (param: string): OpenAiError =>
  invalidRequest(
    `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    { param, code: "empty_array" },
  );

export const missingKey = (): OpenAiError => ({
  ...invalidRequest(
    "You didn't provide an API key. You need to provide your API key in an Authorization header.",
  ),
  status: 401,
});

export const wrongKey = (): OpenAiError => ({
  ...invalidRequest("Incorrect API key provided.", { code: "invalid_api_key" }),
  status: 401,
});

export const unknownUrl = (method: string, path: string): OpenAiError => ({
  ...invalidRequest(`Invalid URL (${method} ${path})`),
  status: 404,
});

export const unknownModel = (model: string): OpenAiError => ({
  ...invalidRequest(`The model \`${model}\` does not exist or you do not have access to it.`, {
    code: "model_not_found",
  }),
  status: 404,
});

export const contextTooLong = (limit: number, tokens: number): OpenAiError =>
  invalidRequest(
    `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    { param: "messages", code: "context_length_exceeded" },
  );

/** The response body of an error. */
export const errorBody = ({ message, type, param, code }: OpenAiError): string =>
  JSON.stringify({ error: { message, type, param, code } });
