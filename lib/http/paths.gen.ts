// Written by scripts/routes.mjs from app/v1.
import type { PathTable } from "./paths";

export const paths: PathTable = [
  ["/v1/agents", ["GET", "POST"]],
  ["/v1/agents/:id", ["GET", "PATCH", "DELETE"]],
  ["/v1/agents/:id/deploy", ["POST"]],
  ["/v1/agents/:id/duplicate", ["POST"]],
  ["/v1/agents/:id/versions", ["GET"]],
  ["/v1/agents/:id/versions/:version", ["GET"]],
  ["/v1/audit", ["GET"]],
  ["/v1/audit/verify", ["GET"]],
  ["/v1/calls", ["GET", "POST"]],
  ["/v1/calls/:id", ["GET", "PATCH", "DELETE"]],
  ["/v1/calls/:id/end", ["POST"]],
  ["/v1/calls/:id/events", ["GET"]],
  ["/v1/calls/:id/messages", ["POST"]],
  ["/v1/integrations", ["GET", "POST"]],
  ["/v1/integrations/:id", ["DELETE"]],
  ["/v1/keys", ["GET", "POST"]],
  ["/v1/keys/:id", ["DELETE"]],
  ["/v1/keys/:id/rotate", ["POST"]],
  ["/v1/models", ["GET"]],
  ["/v1/openapi.json", ["GET"]],
  ["/v1/tools", ["GET", "POST"]],
  ["/v1/tools/:id", ["GET", "PATCH", "DELETE"]],
  ["/v1/voices", ["GET"]],
];
