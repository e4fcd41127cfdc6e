import { z } from "zod";
import document from "@/docs/openapi.json";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get this document",
    description: "The OpenAPI 3.1 description of the API.",
    tags: ["Documents"],
    capability: null,
    response: z.looseObject({}),
  },
  async () => document,
);
