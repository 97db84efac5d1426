/** The OpenAPI document, and helpers to validate values against it. */
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import { expect } from "vitest";
import type { ApiTag } from "~/config/api-tags";
import { setEnvironment } from "~/config/env.server";
import { apiDocument } from "~/routes/api-docs/api.server";
import type { Operation, Reference } from "~/utils/openapi/document.server";
import type { JsonSchema } from "~/utils/openapi/schemas.server";
import { ORIGIN } from "./api";

// The document describes the limits if there are any.
setEnvironment({ ...process.env, RATE_LIMITS: "on" });
/** The document as a client receives it. */
export const document = JSON.parse(JSON.stringify(apiDocument(ORIGIN))) as ReturnType<
  typeof apiDocument
>;
setEnvironment(process.env);
const { components } = document;

export type MethodName = "get" | "post";
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method: method as MethodName,
    operation,
  })),
);

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ components }, "document");
/** Each schema is compiled once, because that takes longer than all validations. */
const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

/** Validates a value against a schema of the document. @returns the errors */
export function validationErrors(schema: JsonSchema, value: unknown): unknown[] {
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as JsonSchema);
  compiled.set(text, validate);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Resolves a reference within the document; anything else is returned as it is. */
export function found<Part extends object>(part: Part | Reference): Part {
  if (!("$ref" in part)) return part;
  const steps = (part as Reference).$ref.replace("#/", "").split("/");
  const target = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)[step],
    document,
  );
  expect(target, `${(part as Reference).$ref} leads nowhere`).toBeDefined();
  return target as Part;
}

/** The tags of operations about people and what is theirs. */
export const PERSONAL_TAGS: ReadonlySet<string> = new Set<ApiTag>([
  ...(["Accounts", "People", "Drafts", "Saved", "Notices", "Following", "Moderation"] as const),
]);

export const operationOf = (path: string, method: MethodName): Operation => {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};
