import type { PutSso, Sso } from "@/lib/identity/sso/schema";

/** The limit of the route, in bytes. */
export const MAX_FILE_BYTES = 256 * 1_024;

/** The roles that a rule can assign. */
export const ASSIGNABLE_ROLES = ["viewer", "builder", "admin"] as const;
type MappedRole = (typeof ASSIGNABLE_ROLES)[number];

export type SsoValues = {
  metadata_url: string;
  metadata_xml: string;
  domains: string[];
  attribute: string;
  rules: { value: string; role: MappedRole }[];
  default_role: MappedRole | "none";
  enforced: boolean;
  idp_initiated: boolean;
};

/** Initial values of the form. Metadata is entered again or left unchanged. */
export function valuesOf({ connection, domains }: Sso): SsoValues {
  const mapping = connection?.role_mapping;
  return {
    metadata_url: "",
    metadata_xml: "",
    domains: domains.map(({ domain }) => domain),
    attribute: mapping?.attribute ?? "",
    rules: mapping?.rules ?? [],
    default_role: mapping === undefined ? "viewer" : (mapping.default_role ?? "none"),
    enforced: connection?.enforced ?? false,
    idp_initiated: connection?.idp_initiated ?? false,
  };
}

export function bodyOf(values: SsoValues): PutSso {
  const { metadata_url, metadata_xml, domains, attribute, rules, default_role, enforced, idp_initiated } =
    values;
  return {
    ...(metadata_url.trim() !== "" && { metadata_url: metadata_url.trim() }),
    ...(metadata_xml.trim() !== "" && { metadata_xml }),
    domains,
    role_mapping: {
      attribute: attribute.trim() === "" ? null : attribute.trim(),
      rules: rules.filter(({ value }) => value !== ""),
      default_role: default_role === "none" ? null : default_role,
    },
    enforced,
    idp_initiated,
  };
}

/** The form's field for a place in the body. */
export function fieldOf(path: string): string {
  const inMapping = path.startsWith("role_mapping.") ? path.slice("role_mapping.".length) : path;
  return inMapping.startsWith("domains.") ? "domains" : inMapping;
}
