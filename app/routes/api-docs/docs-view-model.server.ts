/** Turns the descriptions of the API's calls into what its pages show. */
import { apiTagPath, apiTags, apiTagSlug, type ApiTag } from "~/config/api-tags";
import { renderMarkdown } from "~/services/content/markdown.server";
import type {
  DescribedApi,
  DescribedCall,
  DescribedResponse,
} from "~/utils/openapi/describe-calls.server";
import { apiDescription } from "~/utils/openapi/descriptions";
import {
  exampleOf,
  namesIn,
  nameOf,
  resolveSchema,
  type JsonSchema,
} from "~/utils/openapi/schemas.server";
import { codeExamples } from "./code-examples.server";

const anchorOf = (typeName: string) => `shape-${typeName}`;

/** The page that introduces the API and lists its calls by tag. */
export function toOverview(api: DescribedApi) {
  const [opening = "", ...parts] = apiDescription.split(/^## /m);
  return {
    opening: opening.trim(),
    rules: parts.map((part) => {
      const [title = "", ...text] = part.split("\n");
      const id = `rule-${title.trim().toLowerCase().replaceAll(" ", "-")}`;
      return { id, title, html: renderMarkdown(text.join("\n")) };
    }),
    groups: apiTags.map(({ name, description }) => ({
      id: `calls-${apiTagSlug(name)}`,
      name,
      path: apiTagPath(name),
      description,
      calls: callsOf(api, name).map(({ id, method, path, summary }) => {
        return { id, method, path, summary };
      }),
    })),
    types: Object.keys(api.schemas)
      .filter(isResponseType)
      .map((name) => ({ name, id: anchorOf(name), path: pathOfType(api, name) })),
    errors: api.sharedResponses
      .filter(({ status }) => status >= 400)
      .map((response) => ({
        ...toResponse(response),
        name: response.shared!.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase(),
      })),
  };
}

export type ApiOverview = ReturnType<typeof toOverview>;

/** The page of a tag, with its calls and the types of their responses. */
export function toTagPage(api: DescribedApi, tag: (typeof apiTags)[number], origin: string) {
  const types = typesOf(api, tag.name);
  return {
    ...tag,
    path: apiTagPath(tag.name),
    calls: callsOf(api, tag.name).map((call) => toCall(call, api, origin)),
    types: Object.entries(api.schemas)
      .filter(([name]) => types.has(name))
      .map(([name, schema]) => ({
        id: anchorOf(name),
        name,
        description: schema.description ?? "",
        fields: fieldsOf(schema, api.schemas),
        example: toJson(exampleOf(schema, api.schemas)),
      })),
  };
}

type ApiTagPage = ReturnType<typeof toTagPage>;
export type DocumentedType = ApiTagPage["types"][number];
export type DocumentedCall = ApiTagPage["calls"][number];
export type DocumentedResponse = ReturnType<typeof toResponse>;
export type DocumentedField = ReturnType<typeof toField>;

const callsOf = ({ calls }: DescribedApi, tag: ApiTag) => calls.filter((call) => call.tag === tag);

const isResponseType = (name: string) => !/(Input|Error)$/.test(name);

/** The names of the types that the calls of a tag refer to, directly or through other types. */
function typesOf(api: DescribedApi, tag: ApiTag): ReadonlySet<string> {
  const schemas = callsOf(api, tag).flatMap(({ body, responses }) => [
    body?.schema,
    ...responses.map(({ schema }) => schema),
  ]);
  const found = new Set<string>();
  const pending = namesIn(schemas);
  for (const name of pending) {
    if (found.has(name) || !isResponseType(name)) continue;
    found.add(name);
    pending.push(...namesIn(api.schemas[name]));
  }
  return found;
}

/** The address of a type on the first page that describes it. */
function pathOfType(api: DescribedApi, name: string): string {
  const tag = apiTags.find((each) => typesOf(api, each.name).has(name));
  return `${apiTagPath((tag ?? apiTags[0]).name)}#${anchorOf(name)}`;
}

const PLACES = { path: "Path parameters", query: "Query parameters", header: "Request headers" };

function toCall(call: DescribedCall, { schemas }: DescribedApi, origin: string) {
  const { id, method, path, summary, description, access } = call;
  const errors = call.responses.filter(({ status }) => status >= 400);
  return {
    ...{ id, method, path, summary, description, access },
    parameters: Object.entries(PLACES)
      .map(([place, title]) => ({
        title,
        fields: call.parameters
          .filter(({ parameter }) => parameter.in === place)
          .map(({ parameter: { name, required, description, schema } }) =>
            toField(name, { ...schema, description }, required, schemas),
          ),
      }))
      .filter(({ fields }) => fields.length > 0),
    body: call.body ? fieldsOf(call.body.schema, schemas) : [],
    responses: call.responses.filter(({ status }) => status < 400).map(toResponse),
    /** Errors described specifically for this call. */
    errors: errors
      .filter(({ isSpecific }) => isSpecific)
      .map(({ status, description }) => ({ status, description })),
    /** Statuses with only the general description. */
    commonErrors: errors.filter(({ isSpecific }) => !isSpecific).map(({ status }) => status),
    limits: call.limits.map(({ description }) => description),
    examples: codeExamples(call, origin),
  };
}

const fieldsOf = (
  { properties = {}, required = [] }: JsonSchema,
  named: Record<string, JsonSchema>,
): DocumentedField[] =>
  Object.entries(properties).map(([name, schema]) =>
    toField(name, schema, required.includes(name), named),
  );

const toField = (
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
  named: Record<string, JsonSchema>,
) => ({
  name,
  isRequired,
  ...typeOf(schema),
  /** Its own, or that of its named type. */
  description: schema.description ?? resolveSchema(schema, named).description ?? "",
  rules: rulesOf(schema),
  choices: (schema.enum ?? []).map(String),
});

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

const toResponse = (response: DescribedResponse) => ({
  status: response.status,
  description: response.description,
  ...(response.schema ? typeOf(response.schema) : { type: response.media ?? "", shape: null }),
  headers: response.headers,
  example: response.example === undefined ? null : toJson(response.example),
});

const toJson = (value: unknown) => JSON.stringify(value, null, 2);
