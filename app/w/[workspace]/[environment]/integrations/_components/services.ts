import { PROVIDER_DESCRIPTORS, type ProviderKind, type Service } from "@/lib/agents/providers/schema";
import type { Translator } from "@/messages/translator";

/** Services in the order of the form: what an agent needs first. */
const SERVICES = ["model", "speech", "carrier", "tools"] as const satisfies readonly Service[];

/** The service that an address names; by default the first one. */
export const serviceOf = (name: string | null): Service =>
  SERVICES.find((service) => service === name) ?? SERVICES[0];

const descriptorsOf = (service: Service) =>
  PROVIDER_DESCRIPTORS.filter((descriptor) => descriptor.service === service);

/** The first kind of a service in the form. */
export function firstKindOf(service: Service): ProviderKind {
  const [first] = descriptorsOf(service);
  if (first === undefined) throw new Error(`No provider offers the service ${service}.`);
  return first.kind;
}

/** All kinds as options of a select, in a group for each service. */
export const kindOptions = (t: Translator<"integrations.service">, tChoice: Translator<"providers.choice">) =>
  SERVICES.map((service) => ({
    group: t(service),
    items: descriptorsOf(service).map(({ kind }) => ({ value: kind, label: tChoice(kind) })),
  }));
