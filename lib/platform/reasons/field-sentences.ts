// The sentences that schemas state themselves, a file for each part of the product, so that a page loads only those of its
// schemas. The reason is the name in lower case: `use_base64` of `USE_BASE64`. Schemas import the files; this lists all of them.

export * from "./fields/agents";
export * from "./fields/calls";
export * from "./fields/contacts";
export * from "./fields/data";
export * from "./fields/identity";
export * from "./fields/outreach";
export * from "./fields/platform";
export * from "./fields/providers";
export * from "./fields/suites";
export * from "./fields/tools";
export * from "./fields/webhooks";
