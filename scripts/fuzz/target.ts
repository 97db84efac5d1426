/** Finds the routes, forms and API calls of a site for the fuzzer, by reading the site itself. */
import { readFileSync } from "node:fs";
import { Parser } from "htmlparser2";
import { inProject } from "../lib/project.mjs";

/** A form of a page, or the input of an API call: its path and its fields. */
export interface Input {
  path: string;
  fields: readonly string[];
  /** Valid values for some of the fields. */
  examples: Readonly<Record<string, string>>;
}

export interface Target {
  /** Patterns such as `/article/:id`. */
  routes: readonly string[];
  forms: readonly Input[];
  /** API calls; their fields are the query parameters and the fields of the body. */
  calls: readonly (Input & { method: string })[];
  /** Ids of existing articles, reviews, comments and recommendations. */
  ids: readonly string[];
}

/** The sessions of a signed-in user. */
export interface Person {
  cookie: string;
  token: string;
}

const PASSWORD = "a fuzzer's own long passphrase 7!";
/** The pages that are searched for forms. */
const PAGES = ["/", "/community", "/macro", "/dashboard", "/partner", "/momentum", "/login"];

/** Reads the routes from the build, and the forms, API calls and ids from the running site. */
export async function exploreSite(origin: string, { cookie }: Person): Promise<Target> {
  const read = async (path: string) =>
    (await fetch(origin + path, { headers: { Cookie: cookie } })).text();
  const ids = [
    ...new Set((await Promise.all(PAGES.map(read))).join("").match(/\b[0-9a-f]{24}\b/g)),
  ];
  const articles = JSON.parse(await read("/api/articles?limit=3")) as { id: string }[];
  const pages = await Promise.all(
    [...PAGES, ...articles.map(({ id }) => `/article/${id}`)].map(async (path) =>
      formsOf(await read(path), path),
    ),
  );
  return {
    routes: routePatterns(),
    forms: pages.flat(),
    calls: callsOf(JSON.parse(await read("/api/openapi.json")) as OpenApi),
    ids,
  };
}

/** Creates an account through the API and signs it in. */
export async function signUpSomebody(origin: string, name: string): Promise<Person> {
  const account = { email: `${name}@example.org`, name, password: PASSWORD };
  await post(`${origin}/api/auth/signup`, account);
  return signInAgain(origin, name);
}

/** Signs in through the API and the form, for example after the sessions were ended. */
export async function signInAgain(origin: string, name: string): Promise<Person> {
  const email = `${name}@example.org`;
  const call = await post(`${origin}/api/auth/login`, { email, password: PASSWORD });
  const { token } = (await call.json()) as { token: string };
  const form = await fetch(`${origin}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password: PASSWORD }),
    redirect: "manual",
  });
  await form.arrayBuffer();
  const cookie = form.headers
    .getSetCookie()
    .map((set) => set.split(";", 1)[0])
    .join("; ");
  if (!token || !cookie) throw new Error("Nobody could be signed in.");
  return { cookie, token };
}

const post = (url: string, body: object) =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

interface RouteEntry {
  parentId?: string;
  path?: string;
}

/** Reads the patterns of all routes from the build. */
export function routePatterns(): string[] {
  const server = readFileSync(inProject("build/server/index.js"), "utf8");
  const [url = ""] = /\/assets\/manifest-[0-9a-f]+\.js/.exec(server) ?? [];
  const script = readFileSync(inProject(`build/client${url}`), "utf8");
  const { routes } = JSON.parse(
    script.replace(/^window\.__remixManifest=/, "").replace(/;\s*$/, ""),
  ) as { routes: Record<string, RouteEntry> };
  const pathOf = ({ parentId, path = "" }: RouteEntry): string => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return `${parent ? pathOf(parent) : ""}/${path}`.replace(/\/+/g, "/");
  };
  return [...new Set(Object.values(routes).map(pathOf))];
}

/** Finds the forms of a page whose method is POST. */
function formsOf(html: string, page: string): Input[] {
  interface Form extends Input {
    fields: string[];
    examples: Record<string, string>;
  }
  const forms: Form[] = [];
  let current: Form | undefined;
  let select = "";
  const parser = new Parser({
    onopentag(name, { method, action, name: field, value }) {
      if (name === "form") {
        const isPosted = method?.toLowerCase() === "post";
        current = isPosted ? { path: action || page, fields: [], examples: {} } : undefined;
        if (current) forms.push(current);
      } else if (current && field) {
        current.fields.push(field);
        if (value) current.examples[field] ??= value;
        select = name === "select" ? field : "";
      } else if (current && name === "option" && select && value) {
        current.examples[select] ??= value;
      }
    },
    onclosetag(name) {
      if (name === "form") current = undefined;
    },
  });
  parser.end(html);
  return forms;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Fields>;
    parameters: Record<string, { name: string }>;
  };
}

interface Operation {
  parameters?: ({ name: string } | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Fields & { $ref?: string } }> };
}

interface Fields {
  properties?: Record<string, { examples?: unknown[]; enum?: unknown[] }>;
}

function callsOf({ paths, components }: OpenApi): Target["calls"] {
  const nameOf = ($ref: string) => $ref.split("/").at(-1)!;
  const parameterName = (parameter: { name: string } | { $ref: string }) =>
    "name" in parameter ? parameter.name : components.parameters[nameOf(parameter.$ref)]!.name;
  const bodyFields = ({ requestBody }: Operation) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.entries(
        (schema.$ref ? components.schemas[nameOf(schema.$ref)] : schema)?.properties ?? {},
      ),
    );
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, ":$1"),
      fields: [
        ...(operation.parameters ?? []).map(parameterName),
        ...bodyFields(operation).map(([name]) => name),
      ],
      examples: Object.fromEntries(
        bodyFields(operation).flatMap(([name, { examples, enum: values }]) => {
          const [example] = examples ?? values ?? [];
          return example === undefined ? [] : [[name, String(example)]];
        }),
      ),
    })),
  );
}
