import { analytics } from "./analytics";
import { auth } from "./auth";
import { calls } from "./calls";
import { common } from "./common";
import { contacts } from "./contacts";
import { errors } from "./errors";
import { integrations } from "./integrations";
import { staff } from "./staff";
import { webhooks } from "./webhooks";

/** The English catalog: a namespace for each area. */
export const en = {
  analytics,
  auth,
  calls,
  common,
  contacts,
  errors,
  integrations,
  staff,
  webhooks,
} as const;
