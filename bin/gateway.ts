// The voice gateway as a separate process, for a machine that handles only voice calls.

import { log } from "@/lib/platform/log";
import { workspaceVoices } from "@/lib/voice";
import { serveGateway } from "./gateway/serve";
import { requireSchemaFit, watchSchemaFit } from "./schema/require-schema-fit";
import { requireSecrets } from "./secrets/require-secrets";

await requireSchemaFit();
await requireSecrets();
const port = await serveGateway(workspaceVoices());
log.info({ port }, "gateway listening");
watchSchemaFit();
