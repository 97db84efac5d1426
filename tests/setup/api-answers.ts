/** Checks answers of the API, errors included, against the OpenAPI document. */
import { expect } from "vitest";
import type { Parameter } from "~/utils/openapi/describe-calls.server";
import type { ApiResponse, Reference } from "~/utils/openapi/document.server";
import { call, type CallOptions } from "./api";
import { document, found, operationOf, validationErrors, type MethodName } from "./api-document";

/** Headers that clients act on: the document must mention them for every response that has them. */
const ACTED_ON = ["Allow", "Link", "Retry-After", "WWW-Authenticate"];

/** Checks a response against its description in the document, which `what` is or names. @returns its (first) body */
export async function expectAnswer(
  what: ApiResponse | Reference | string,
  response: Response,
): Promise<unknown> {
  const answer: ApiResponse | undefined =
    typeof what === "string" ? document.components.responses[what] : found<ApiResponse>(what);
  if (!answer) throw new Error(`there is no ${what as string}`);
  for (const name of Object.keys(answer.headers ?? {})) {
    const value = response.headers.get(name);
    if (value === null && name === "Link") continue; // There is none on the last page.
    expect(value, name).not.toBeNull();
    const { schema } = found(answer.headers?.[name] as Reference) as unknown as Parameter;
    const read = schema.type === "integer" ? Number(value) : value;
    expect(validationErrors(schema, read), name).toEqual([]);
  }
  const sent = ACTED_ON.filter((name) => response.headers.has(name));
  expect(sent.filter((name) => !Object.hasOwn(answer.headers ?? {}, name))).toEqual([]);
  const [[type, { schema }] = [null, { schema: undefined }]] = Object.entries(answer.content ?? {});
  if (type === null) {
    expect(await response.text()).toBe("");
    return null;
  }
  expect(response.headers.get("Content-Type")?.split(";")[0]).toBe(type);
  if (!schema) return response.arrayBuffer();
  const text = await response.text();
  const isLines = response.headers.get("Content-Type")!.startsWith("application/x-ndjson");
  const bodies = (isLines ? text.trimEnd().split("\n") : [text]).map(
    (each) => JSON.parse(each) as unknown,
  );
  for (const body of bodies) {
    expect(validationErrors(schema, body), JSON.stringify(body).slice(0, 2000)).toEqual([]);
  }
  return bodies[0];
}

interface Ask extends CallOptions {
  at?: string | string[];
  query?: string;
}

/** Calls for the tests of one file, which notes what has been answered. */
export function describedCalls() {
  /** The names of shared responses, and of operations with the class of their answers. */
  const seen = new Set<string>();
  async function ask(name: string, status: number, { at = "", query = "", ...options }: Ask = {}) {
    const [verb = "", path = ""] = name.split(" ");
    const { responses } = operationOf(path, verb.toLowerCase() as MethodName);
    const values = [at].flat();
    const filled = path.replace(/\{\w+\}/g, () => values.shift() ?? "");
    const response = await call(filled + query, { method: verb, ...options });
    expect(response.status, await response.clone().text()).toBe(status);
    const said = responses[String(status)];
    if (!said) throw new Error(`${name} answers ${status}, which the document does not say`);
    if ("$ref" in said) seen.add((said as Reference).$ref.split("/").at(-1) ?? "");
    seen.add(`${name} ${Math.floor(status / 100)}xx`);
    const body = await expectAnswer(said, response);
    return { body: body as Record<string, unknown> & unknown[], response };
  }
  return { ask, seen };
}
