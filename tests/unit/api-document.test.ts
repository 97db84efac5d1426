/** The OpenAPI document: that it is valid, and complete for each call. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import type { Parameter } from "~/utils/openapi/describe-calls.server";
import type { ApiResponse } from "~/utils/openapi/document.server";
import type { JsonSchema } from "~/utils/openapi/schemas.server";
import { call, ORIGIN } from "../setup/api";
import { document, found, validationErrors, operationOf, operations } from "../setup/api-document";

const { components } = document;

describe("the document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test("is what its own call responds with, and has the address of the site", async () => {
    const response = await call("/api/openapi.json");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(document);
    expect(document.servers).toEqual([{ url: ORIGIN }]);
  });

  test("has a unique id for each call, and explains each tag", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect([...tags].sort()).toEqual(document.tags.map(({ name }) => name).sort());
  });

  test.each(operations)("$name declares each parameter of its path", ({ path, operation }) => {
    const parts = (operation.parameters ?? []).map((part) => found<Parameter>(part));
    const named = parts.filter((part) => part.in === "path").map(({ name }) => name);
    expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  test("states the page size of every list, and where the next page is", () => {
    const lists = operations.filter(({ operation }) =>
      (operation.parameters ?? []).some((part) => found<Parameter>(part).name === "limit"),
    );
    const long = /\/(articles|comments|reviews)$/;
    expect(lists).toHaveLength(22);
    for (const { name, path, operation } of lists) {
      const parameter = (operation.parameters ?? [])
        .map((part) => found<Parameter>(part))
        .find((part) => part.name === "limit");
      const most = long.test(path) ? 1000 : 100;
      expect(parameter?.schema, name).toMatchObject({ default: 100, minimum: 1, maximum: most });
      expect(operation.description, name).toMatch(
        /\b100 items\b.*`Link` header points to the next page/,
      );
      if (most > 100) expect(operation.description, name).toContain("up to 1,000");
    }
    expect(document.info.description.split("\n")[0]).toContain("100 items");
  });

  test("describes every field, and allows no others in a response", () => {
    for (const [name, schema] of Object.entries(components.schemas)) {
      if (!name.endsWith("Input")) expect(schema.description, name).toBeTruthy();
      for (const { properties = {}, additionalProperties } of schema.oneOf ?? [schema]) {
        if (!name.endsWith("Input")) expect(additionalProperties, name).toBe(false);
        for (const [field, part] of Object.entries(properties))
          expect(part.description ?? part.$ref, `${name}.${field}`).toBeTruthy();
      }
    }
  });

  test("has examples that are valid by its schemas", () => {
    const bodies = operations.flatMap(({ name, operation }) => [
      ...Object.values(operation.requestBody?.content ?? {}).map((body) => ({ name, ...body })),
      ...Object.values(operation.responses)
        .map((response) => found<ApiResponse>(response))
        .flatMap(({ content }) => Object.values(content ?? {}))
        .map((answer) => ({ name, ...answer })),
      ...(operation.parameters ?? [])
        .map((parameter) => found<Parameter>(parameter))
        .filter(({ example }) => example !== undefined)
        .map(({ schema, example }) => ({ name, schema, example })),
    ]);
    const shown = bodies.filter(({ schema }) => schema);
    expect(shown.length).toBeGreaterThan(100);
    for (const { name, schema, example } of shown)
      expect(validationErrors(schema as JsonSchema, example), name).toEqual([]);
  });

  test("has an example of every field that can be sent", () => {
    for (const { name, operation } of operations) {
      const { schema, example } = operation.requestBody?.content["application/json"] ?? {};
      const fields = Object.keys(schema ? (found<JsonSchema>(schema).properties ?? {}) : {});
      expect(Object.keys((example as object | undefined) ?? {}), name).toEqual(fields);
    }
  });

  test("states the rate limits of the site, in words and in numbers", () => {
    expect(operationOf("/api/articles/create", "post")["x-rate-limits"]).toEqual([
      {
        limit: 20,
        windowSeconds: 3600,
        per: "person",
        description: "20 articles an hour per person",
      },
      {
        limit: 3,
        windowSeconds: 86400,
        per: "new account",
        description: "3 articles a day per new account",
      },
      {
        limit: 600,
        windowSeconds: 60,
        per: "address",
        description: "600 writes of any kind a minute per address",
      },
    ]);
    const [own] = operationOf("/api/articles/{id}/upvote", "post")["x-rate-limits"] ?? [];
    expect(own?.description).toBe("600 upvotes an hour per person");
    expect(operationOf("/api/articles", "get")["x-rate-limits"]).toBeUndefined();
  });
});
