/** The document of the API as a page shows it to people: resolved, in words, in the order of reading. */
import { renderMarkdown } from "~/services/content/markdown.server";
import { statusOfError, type ErrorName } from "~/utils/openapi/error-responses";
import type {
  ApiDocument,
  ApiResponse,
  Operation,
  Parameter,
  Reference,
} from "~/utils/openapi/document.server";
import { exampleOf, nameOf, resolved, type JsonSchema } from "~/utils/openapi/schemas.server";

/** A field of what is sent or answered, or a parameter. */
export interface ReadField {
  name: string;
  /** In words, such as "list of" or "text, or null". */
  type: string;
  /** The shape that it has, where that is described by itself. */
  shape: string | null;
  isRequired: boolean;
  description: string;
  rules: string[];
  /** All it can be, where that is a choice. */
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

export interface ReadCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  access: string;
  parameters: { place: string; fields: ReadField[] }[];
  body: ReadField[];
  answers: DocumentedResponse[];
  /** What is wrong with this call in words of its own. */
  errors: { status: string; description: string }[];
  /** What is wrong with it as with others of its kind. */
  usualErrors: string[];
  limits: string[];
  curl: string;
}

export interface ReadShape {
  id: string;
  name: string;
  description: string;
  fields: ReadField[];
  example: string;
}

export interface ReadError extends DocumentedResponse {
  name: string;
}

/** @returns the id of a shape on the page */
const anchorOf = (name: string) => `shape-${name}`;
const slugOf = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, "-");

export function readDocument(document: ApiDocument) {
  const { components, info, tags, paths } = document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      call: readCall(document, method.toUpperCase(), path, operation),
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
      .map(([name, schema]) => readShape(name, schema, components.schemas)),
    errors: readErrors(document),
  };
}

export type Reading = ReturnType<typeof readDocument>;

function readCall(
  document: ApiDocument,
  method: string,
  path: string,
  operation: Operation,
): ReadCall {
  const { components } = document;
  const parameters = (operation.parameters ?? []).map((part) => resolve<Parameter>(document, part));
  const { schema, example } = operation.requestBody?.content["application/json"] ?? {};
  const body = schema ? (components.schemas[nameOf(schema) ?? ""] ?? schema) : {};
  const responses = Object.entries(operation.responses).map(
    ([status, said]) => [status, resolve<ApiResponse>(document, said)] as const,
  );
  const refused = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  return {
    ...{ id: operation.operationId, method, path, summary: operation.summary },
    description: operation.description ?? "",
    access: operation["x-access"],
    parameters: (["path", "query", "header"] as const)
      .map((place) => ({
        place: { path: "In the path", query: "In the query", header: "As a header" }[place],
        fields: parameters.filter((parameter) => parameter.in === place).map(readParameter),
      }))
      .filter(({ fields }) => fields.length > 0),
    body: fieldsOf(body, components.schemas),
    answers: responses
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => describeResponse(status, response)),
    errors: refused
      .filter(([, said]) => isOwn(said))
      .map(([status, said]) => ({
        ...{ status, description: said.description ?? "" },
      })),
    usualErrors: refused.filter(([, said]) => !isOwn(said)).map(([status]) => status),
    limits: (operation["x-rate-limits"] ?? []).map(({ description }) => description),
    curl: curlOf(document, { method, path, operation, parameters, example }),
  };
}

/** Whether an answer is told in words of the call's own, and not by what is said of all. */
const isOwn = (said: ApiResponse | Reference) => said.description !== undefined;

/** What a reference stands for; a description beside it goes before its own. */
function resolve<Part extends object>(document: ApiDocument, part: Part | Reference): Part {
  if (!("$ref" in part)) return part;
  const { $ref, description } = part as Reference;
  const target = $ref
    .replace("#/", "")
    .split("/")
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Part;
  return description ? { ...target, description } : target;
}

const readParameter = ({ name, required, description = "", schema }: Parameter): ReadField => ({
  ...readField(name, schema, required),
  description,
});

/** What is described by itself is described here too, in a sentence. */
const fieldsOf = (
  { properties = {}, required = [] }: JsonSchema,
  named: Record<string, JsonSchema>,
): ReadField[] =>
  Object.entries(properties).map(([name, schema]) => ({
    ...readField(name, schema, required.includes(name)),
    description: schema.description ?? resolved(schema, named).description ?? "",
  }));

function readField(name: string, schema: JsonSchema, isRequired: boolean): ReadField {
  return {
    ...{ name, isRequired, ...typeOf(schema) },
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

/** What something is in words, and the shape that it has if any. */
function typeOf(schema: JsonSchema): { type: string; shape: string | null } {
  const shape = nameOf(schema) ?? null;
  if (shape) return { type: "", shape };
  if (schema.items) {
    const { type, shape: of } = typeOf(schema.items);
    return { type: of ? "list of" : `list of ${type}`, shape: of };
  }
  if (schema.anyOf) return { type: inWords(schema.anyOf.map((part) => typeOf(part).type)), shape };
  if (typeof schema.additionalProperties === "object") {
    return { type: `object of ${typeOf(schema.additionalProperties).type} by name`, shape };
  }
  const types = [schema.type ?? []].flat();
  return {
    type: inWords(types.map((type) => FORMATS[schema.format ?? ""] ?? TYPES[type] ?? type)),
    shape,
  };
}

const inWords = (types: string[]) => types.join(" or ");

function rulesOf(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, default: usual } = schema;
  const ofParts = (schema.anyOf ?? []).flatMap((part) => rulesOf(part));
  return [
    ...ofParts,
    ...(minLength !== undefined && minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength.toLocaleString("en")} characters`] : []),
    ...(minimum !== undefined && maximum !== undefined
      ? [`from ${minimum} to ${maximum.toLocaleString("en")}`]
      : minimum !== undefined
        ? [`${minimum} or more`]
        : []),
    ...(usual !== undefined ? [`${String(usual)} unless it is given`] : []),
  ];
}

function describeResponse(
  status: string,
  { description, headers = {}, content }: ApiResponse,
): DocumentedResponse {
  const [[media, { schema, example }] = ["", {}]] = Object.entries(content ?? {});
  return {
    ...{ status, description },
    ...(schema ? typeOf(schema) : { type: media, shape: null }),
    headers: Object.keys(headers),
    example: example === undefined ? null : written(example),
  };
}

/** The statuses of all errors, each once, with what it may carry. */
const readErrors = ({ components }: ApiDocument): ReadError[] =>
  Object.entries(components.responses)
    .filter(([name]) => name !== "NotModified")
    .map(([name, response]) => ({
      ...describeResponse(String(statusOfError[name as ErrorName]), response),
      name: name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase(),
    }));

function readShape(name: string, schema: JsonSchema, named: Record<string, JsonSchema>): ReadShape {
  return {
    ...{ id: anchorOf(name), name },
    description: schema.description ?? "",
    fields: fieldsOf(schema, named),
    example: written(exampleOf(schema, named)),
  };
}

const written = (value: unknown) => JSON.stringify(value, null, 2);

interface DocumentedParameters {
  method: string;
  path: string;
  operation: Operation;
  parameters: readonly Parameter[];
  example: unknown;
}

/** The call as one would type it, with the examples of its document. */
function curlOf(
  document: ApiDocument,
  { method, path, operation, parameters, example }: DocumentedParameters,
) {
  const exampleFor = (name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? name);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleFor(name));
  const query = parameters.some(({ name }) => name === "limit") ? "?limit=20" : "";
  const needsToken =
    operation.security.some((way) => "bearer" in way) && operation.security.length === 1;
  const isFile = Object.values(operation.responses).some(
    (said) => "content" in said && !("application/json" in (said.content ?? {})),
  );
  const lines = [
    `curl '${document.servers[0]?.url ?? ""}${filled}${query}'`,
    ...(method === "POST" && example === undefined ? ["-X POST"] : []),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(example === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${written(example).replaceAll("'", "'\\''")}'`,
        ]),
    ...(isFile ? ["-O"] : []),
  ];
  return lines.join(" \\\n  ");
}
