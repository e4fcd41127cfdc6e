import { agents } from "./agents";
import { auth } from "./auth";
import { calls } from "./calls";
import { campaigns } from "./campaigns";
import { common } from "./common";
import { contacts } from "./contacts";
import { errors } from "./errors";
import { home } from "./home";
import { integrations } from "./integrations";
import { notices } from "./notices";
import { shell } from "./shell";
import { staff } from "./staff";
import { tools } from "./tools";

/** The English catalog: a namespace for each area. */
export const en = {
  agents,
  auth,
  calls,
  campaigns,
  common,
  contacts,
  errors,
  home,
  integrations,
  notices,
  shell,
  staff,
  tools,
} as const;
