import { access } from "./access";
import { account } from "./account";
import { agents } from "./agents";
import { analytics } from "./analytics";
import { auth } from "./auth";
import { calls } from "./calls";
import { campaigns } from "./campaigns";
import { checks } from "./checks";
import { common } from "./common";
import { contacts } from "./contacts";
import { dialing } from "./dialing";
import { emails } from "./emails";
import { encryption } from "./encryption";
import { errors } from "./errors";
import { explanation } from "./explanation";
import { home } from "./home";
import { integrations } from "./integrations";
import { notices } from "./notices";
import { numbers } from "./numbers";
import { permissions } from "./permissions";
import { policy } from "./policy";
import { providers } from "./providers";
import { records } from "./records";
import { routes } from "./routes";
import { scores } from "./scores";
import { settings } from "./settings";
import { shell } from "./shell";
import { splits } from "./splits";
import { sso } from "./sso";
import { staff } from "./staff";
import { suites } from "./suites";
import { tools } from "./tools";
import { trunks } from "./trunks";
import { verification } from "./verification";
import { webhooks } from "./webhooks";

/** The English catalog: a namespace for each area. */
export const en = {
  access,
  account,
  agents,
  analytics,
  auth,
  calls,
  campaigns,
  checks,
  common,
  contacts,
  dialing,
  emails,
  encryption,
  errors,
  explanation,
  home,
  integrations,
  notices,
  numbers,
  permissions,
  policy,
  providers,
  records,
  routes,
  scores,
  settings,
  shell,
  splits,
  sso,
  staff,
  suites,
  tools,
  trunks,
  verification,
  webhooks,
} as const;
