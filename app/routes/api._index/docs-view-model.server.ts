/** Turns the OpenAPI document into the view model of the API page, with references resolved. */
import { renderMarkdown } from "~/services/content/markdown.server";
import { statusOfError, type ErrorName } from "~/utils/openapi/error-responses";
import type {
  ApiDocument,
  ApiResponse,
  Operation,
  Parameter,
  Reference,
} from "~/utils/openapi/document.server";
import { exampleOf, nameOf, resolveSchema, type JsonSchema } from "~/utils/openapi/schemas.server";

/** A request or response field, or a parameter. */
export interface DocumentedField {
  name: string;
  /** In words, such as "list of" or "text or null". */
  type: string;
  /** The named type it refers to, if any. */
  shape: string | null;
  isRequired: boolean;
  description: string;
  rules: string[];
  /** The allowed values of an enum. */
  choices: string[];
}

export interface DocumentedResponse {
  status: string;
  description: string;
  type: string;
  shape: string | null;
  headers: string[];
  example: string | null;
}

export interface DocumentedCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  access: string;
  parameters: { title: string; fields: DocumentedField[] }[];
  body: DocumentedField[];
  responses: DocumentedResponse[];
  /** Errors described specifically for this call. */
  errors: { status: string; description: string }[];
  /** Statuses with only the general description. */
  commonErrors: string[];
  limits: string[];
  curl: string;
}

export interface DocumentedType {
  id: string;
  name: string;
  description: string;
  fields: DocumentedField[];
  example: string;
}

export interface DocumentedError extends DocumentedResponse {
  name: string;
}

/** @returns the anchor of a named type */
const anchorOf = (name: string) => `shape-${name}`;
const slugOf = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, "-");

export function toApiDocs(document: ApiDocument) {
  const { components, info, tags, paths } = document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      call: toCall(document, method.toUpperCase(), path, operation),
    })),
  );
  const [opening = "", ...parts] = info.description.split(/^## /m);
  return {
    opening: opening.trim(),
    origin: document.servers[0]?.url ?? "",
    version: info.version,
    rules: parts.map((part) => {
      const [title = "", ...text] = part.split("\n");
      return { id: `rule-${slugOf(title.trim())}`, title, html: renderMarkdown(text.join("\n")) };
    }),
    groups: tags.map(({ name, description }) => ({
      id: `calls-${slugOf(name)}`,
      name,
      description,
      calls: calls.filter(({ tag }) => tag === name).map(({ call }) => call),
    })),
    shapes: Object.entries(components.schemas)
      .filter(([name]) => !/(Input|Error)$/.test(name))
      .map(([name, schema]) => toType(name, schema, components.schemas)),
    errors: toErrors(document),
  };
}

export type ApiDocs = ReturnType<typeof toApiDocs>;

function toCall(
  document: ApiDocument,
  method: string,
  path: string,
  operation: Operation,
): DocumentedCall {
  const { components } = document;
  const parameters = (operation.parameters ?? []).map((part) => resolve<Parameter>(document, part));
  const { schema, example } = operation.requestBody?.content["application/json"] ?? {};
  const body = schema ? (components.schemas[nameOf(schema) ?? ""] ?? schema) : {};
  const resolvedResponses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolve<ApiResponse>(document, response)] as const,
  );
  const errorEntries = Object.entries(operation.responses).filter(
    ([status]) => Number(status) >= 400,
  );
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    description: operation.description ?? "",
    access: operation["x-access"],
    parameters: (["path", "query", "header"] as const)
      .map((place) => ({
        title: { path: "Path parameters", query: "Query parameters", header: "Request headers" }[
          place
        ],
        fields: parameters.filter((parameter) => parameter.in === place).map(toParameter),
      }))
      .filter(({ fields }) => fields.length > 0),
    body: fieldsOf(body, components.schemas),
    responses: resolvedResponses
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => describeResponse(status, response)),
    errors: errorEntries
      .filter(([, response]) => hasOwnDescription(response))
      .map(([status, response]) => ({ status, description: response.description ?? "" })),
    commonErrors: errorEntries
      .filter(([, response]) => !hasOwnDescription(response))
      .map(([status]) => status),
    limits: (operation["x-rate-limits"] ?? []).map(({ description }) => description),
    curl: curlOf(document, { method, path, operation, parameters, example }),
  };
}

/** Whether a response has a description specific to the call. */
const hasOwnDescription = (response: ApiResponse | Reference) => response.description !== undefined;

/** Resolves a reference; a description beside it takes precedence. */
function resolve<Part extends object>(document: ApiDocument, part: Part | Reference): Part {
  if (!("$ref" in part)) return part;
  const { $ref, description } = part as Reference;
  const target = $ref
    .replace("#/", "")
    .split("/")
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Part;
  return description ? { ...target, description } : target;
}

const toParameter = ({ name, required, description = "", schema }: Parameter): DocumentedField => ({
  ...toField(name, schema, required),
  description,
});

/** The fields of a schema; one without a description takes that of its named type. */
const fieldsOf = (
  { properties = {}, required = [] }: JsonSchema,
  named: Record<string, JsonSchema>,
): DocumentedField[] =>
  Object.entries(properties).map(([name, schema]) => ({
    ...toField(name, schema, required.includes(name)),
    description: schema.description ?? resolveSchema(schema, named).description ?? "",
  }));

function toField(name: string, schema: JsonSchema, isRequired: boolean): DocumentedField {
  return {
    name,
    isRequired,
    ...typeOf(schema),
    description: schema.description ?? "",
    rules: rulesOf(schema),
    choices: (schema.enum ?? []).map(String),
  };
}

const TYPES: Record<string, string> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  array: "list",
  null: "null",
};

const FORMATS: Record<string, string> = { "date-time": "date and time", date: "date" };

/** A schema's type in words, and the named type it refers to, if any. */
function typeOf(schema: JsonSchema): { type: string; shape: string | null } {
  const shape = nameOf(schema) ?? null;
  if (shape) return { type: "", shape };
  if (schema.items) {
    const { type, shape: of } = typeOf(schema.items);
    return { type: of ? "list of" : `list of ${type}`, shape: of };
  }
  if (schema.anyOf) {
    const parts = schema.anyOf.map(typeOf).map((part) => part.shape ?? part.type);
    return { type: joinTypes(parts), shape };
  }
  if (typeof schema.additionalProperties === "object") {
    return { type: `object of ${typeOf(schema.additionalProperties).type} by name`, shape };
  }
  const types = [schema.type ?? []].flat();
  return {
    type: joinTypes(types.map((type) => FORMATS[schema.format ?? ""] ?? TYPES[type] ?? type)),
    shape,
  };
}

const joinTypes = (types: string[]) => types.join(" or ");

function rulesOf(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, default: defaultValue } = schema;
  const partRules = (schema.anyOf ?? []).flatMap((part) => rulesOf(part));
  return [
    ...partRules,
    ...(minLength !== undefined && minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength.toLocaleString("en")} characters`] : []),
    ...(minimum !== undefined && maximum !== undefined
      ? [`from ${minimum} to ${maximum.toLocaleString("en")}`]
      : minimum !== undefined
        ? [`${minimum} or more`]
        : []),
    ...(defaultValue !== undefined ? [`default: ${String(defaultValue)}`] : []),
  ];
}

function describeResponse(
  status: string,
  { description, headers = {}, content }: ApiResponse,
): DocumentedResponse {
  const [[media, { schema, example }] = ["", {}]] = Object.entries(content ?? {});
  return {
    status,
    description,
    ...(schema ? typeOf(schema) : { type: media, shape: null }),
    headers: Object.keys(headers),
    example: example === undefined ? null : toJson(example),
  };
}

/** All error statuses with their headers and examples. */
const toErrors = ({ components }: ApiDocument): DocumentedError[] =>
  Object.entries(components.responses)
    .filter(([name]) => name !== "NotModified")
    .map(([name, response]) => ({
      ...describeResponse(String(statusOfError[name as ErrorName]), response),
      name: name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase(),
    }));

function toType(
  name: string,
  schema: JsonSchema,
  named: Record<string, JsonSchema>,
): DocumentedType {
  return {
    id: anchorOf(name),
    name,
    description: schema.description ?? "",
    fields: fieldsOf(schema, named),
    example: toJson(exampleOf(schema, named)),
  };
}

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

interface DocumentedParameters {
  method: string;
  path: string;
  operation: Operation;
  parameters: readonly Parameter[];
  example: unknown;
}

/** A curl command with the documented examples. */
function curlOf(
  document: ApiDocument,
  { method, path, operation, parameters, example }: DocumentedParameters,
) {
  const exampleFor = (name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? name);
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleFor(name));
  const query = parameters.some(({ name }) => name === "limit") ? "?limit=20" : "";
  const needsToken =
    operation.security.some((way) => "bearer" in way) && operation.security.length === 1;
  const isFile = Object.values(operation.responses).some(
    (response) => "content" in response && !("application/json" in (response.content ?? {})),
  );
  const impliedMethod = example === undefined ? "GET" : "POST";
  const lines = [
    `curl '${document.servers[0]?.url ?? ""}${filledPath}${query}'`,
    ...(method === impliedMethod ? [] : [`-X ${method}`]),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(example === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${toJson(example).replaceAll("'", "'\\''")}'`,
        ]),
    ...(isFile ? ["-O"] : []),
  ];
  return lines.join(" \\\n  ");
}
