/** Generates the OpenAPI 3.1 document. */
import { apiTags } from "~/config/api-tags";
import type { Site } from "~/config/site";
import type {
  DescribedApi,
  DescribedCall,
  DescribedResponse,
  Parameter,
  RateLimit,
} from "./describe-calls.server";
import { apiDescription } from "./descriptions";
import { referenceTo, type JsonSchema } from "./schemas.server";
import { headers } from "./shared-responses";

export interface Reference {
  $ref: string;
  description?: string;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  "x-access": string;
  "x-rate-limits"?: RateLimit[];
  parameters?: (Parameter | Reference)[];
  requestBody?: {
    required: true;
    content: Record<string, { schema: JsonSchema; example: unknown }>;
  };
  responses: Record<string, ApiResponse | Reference>;
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; contact: { email: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ApiResponse>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; schema: JsonSchema; example?: unknown }>;
    securitySchemes: Record<string, object>;
  };
}

/** The version of the API. Increment it for changes that clients notice. */
const VERSION = "1.0.0";

/** @param origin the site's origin */
export function openApiDocument(
  { calls, sharedResponses, schemas }: DescribedApi,
  site: Site,
  origin: string,
): ApiDocument {
  const paths: ApiDocument["paths"] = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  return {
    openapi: "3.1.1",
    info: {
      title: `${site.name} API`,
      version: VERSION,
      description: apiDescription,
      contact: { email: site.contactEmail },
    },
    servers: [{ url: origin }],
    tags: [...apiTags],
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        sharedResponses.map((response) => [response.shared, toResponse(response)]),
      ),
      parameters: Object.fromEntries(
        calls
          .flatMap(({ parameters }) => parameters)
          .flatMap(({ shared, parameter }) => (shared ? [[shared, parameter]] : [])),
      ),
      headers,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The token of a sign-in or of a program, sent as `Authorization: Bearer …`.",
        },
      },
    },
  };
}

function operation(call: DescribedCall): Operation {
  const { id, tag, summary, description, auth, access, limits, parameters, body, responses } = call;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: auth === "required" ? [{ bearer: [] }] : auth ? [{}, { bearer: [] }] : [],
    "x-access": access,
    ...(limits.length > 0 ? { "x-rate-limits": limits } : {}),
    ...(parameters.length > 0
      ? {
          parameters: parameters.map(({ shared, parameter }) =>
            shared ? referenceTo("parameters", shared) : parameter,
          ),
        }
      : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: referenceTo("schemas", body.name),
                example: body.example,
              },
            },
          },
        }
      : {}),
    responses: Object.fromEntries(
      responses.map((response) => [response.status, referenceOrResponse(response)]),
    ),
  };
}

function referenceOrResponse(response: DescribedResponse): ApiResponse | Reference {
  const { shared, isSpecific, description } = response;
  if (!shared) return toResponse(response);
  return { ...referenceTo("responses", shared), ...(isSpecific ? { description } : {}) };
}

const toResponse = ({ description, headers, media, schema, example }: DescribedResponse) => ({
  description,
  ...(headers.length > 0
    ? {
        headers: Object.fromEntries(headers.map((name) => [name, referenceTo("headers", name)])),
      }
    : {}),
  ...(media ? { content: { [media]: schema ? { schema, example } : {} } } : {}),
});
