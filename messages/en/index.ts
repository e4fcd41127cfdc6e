import { access } from "./access";
import { account } from "./account";
import { auth } from "./auth";
import { calls } from "./calls";
import { common } from "./common";
import { contacts } from "./contacts";
import { encryption } from "./encryption";
import { errors } from "./errors";
import { integrations } from "./integrations";
import { numbers } from "./numbers";
import { records } from "./records";
import { settings } from "./settings";
import { sso } from "./sso";
import { staff } from "./staff";

/** The English catalog: a namespace for each area. */
export const en = {
  access,
  account,
  auth,
  calls,
  common,
  contacts,
  encryption,
  errors,
  integrations,
  numbers,
  records,
  settings,
  sso,
  staff,
} as const;
