import { apiTags } from "~/config/api-tags";
import type { Site } from "~/config/site";
import type { DescribedApi, DescribedCall, DescribedResponse } from "./describe-calls.server";
import { apiDescription } from "./descriptions";
import { referenceTo } from "./schemas.server";
import { headers } from "./shared-responses";

export type ApiDocument = ReturnType<typeof openApiDocument>;
export type Operation = ReturnType<typeof operation>;
export type ApiResponse = ReturnType<typeof toResponse>;
export type Reference = ReturnType<typeof referenceTo>;

/** The version of the API. Increment it for changes that clients notice. */
const VERSION = "1.0.0";

export function openApiDocument(
  { calls, sharedResponses, schemas }: DescribedApi,
  site: Site,
  origin: string,
) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  const parameters = calls.flatMap((call) => call.parameters);
  return {
    openapi: "3.1.1",
    info: {
      title: `${site.name} API`,
      version: VERSION,
      description: apiDescription,
      contact: { email: site.contactEmail },
    },
    servers: [{ url: origin }],
    tags: apiTags,
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        sharedResponses.map((response) => [response.shared, toResponse(response)]),
      ),
      parameters: Object.fromEntries(
        parameters.flatMap(({ shared, parameter }) => (shared ? [[shared, parameter]] : [])),
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

function operation(call: DescribedCall) {
  const { id, tag, summary, description, auth, access, limits, parameters, body, responses } = call;
  const bearer: string[] = [];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description || undefined,
    security: auth === "required" ? [{ bearer }] : auth ? [{}, { bearer }] : [],
    "x-access": access,
    "x-rate-limits": limits.length > 0 ? limits : undefined,
    parameters:
      parameters.length > 0
        ? parameters.map(({ shared, parameter }) =>
            shared ? referenceTo("parameters", shared) : parameter,
          )
        : undefined,
    requestBody: body && {
      required: body.isRequired,
      content: {
        "application/json": { schema: referenceTo("schemas", body.name), example: body.example },
      },
    },
    responses: Object.fromEntries(
      responses.map((response) => [response.status, referenceOrResponse(response)]),
    ),
  };
}

function referenceOrResponse(response: DescribedResponse) {
  const { shared, isSpecific, description } = response;
  if (!shared) return toResponse(response);
  return { ...referenceTo("responses", shared), ...(isSpecific ? { description } : {}) };
}

const toResponse = ({ description, headers, media, schema, example }: DescribedResponse) => ({
  description,
  headers:
    headers.length > 0
      ? Object.fromEntries(headers.map((name) => [name, referenceTo("headers", name)]))
      : undefined,
  content: media ? { [media]: { schema, example } } : undefined,
});
