/** Example code of a call in several languages, with the documented example values. */
import type { DescribedCall } from "~/utils/openapi/describe-calls.server";

/** What the examples of a call have in common. */
interface ExampleRequest {
  url: string;
  method: string;
  needsToken: boolean;
  body: unknown;
  /** Whether the response is a file instead of JSON. */
  isFile: boolean;
}

export function codeExamples(call: DescribedCall, origin: string) {
  const parameters = call.parameters.map(({ parameter }) => parameter);
  const exampleFor = (name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? name);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => exampleFor(name));
  const query = parameters.some(({ name }) => name === "limit") ? "?limit=20" : "";
  const request: ExampleRequest = {
    url: `${origin}${path}${query}`,
    method: call.method,
    needsToken: call.auth === "required",
    body: call.body?.example,
    isFile: call.responses.some(({ media }) => media !== undefined && media !== JSON_TYPE),
  };
  return [
    { language: "curl", code: curl(request) },
    { language: "JavaScript", code: javaScript(request) },
    { language: "Python", code: python(request) },
  ];
}

const JSON_TYPE = "application/json";

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

function curl({ url, method, needsToken, body, isFile }: ExampleRequest): string {
  const impliedMethod = body === undefined ? "GET" : "POST";
  return [
    `curl '${url}'`,
    ...(method === impliedMethod ? [] : [`-X ${method}`]),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: ${JSON_TYPE}'`, `-d '${toJson(body).replaceAll("'", "'\\''")}'`]),
    ...(isFile ? ["-O"] : []),
  ].join(" \\\n  ");
}

function javaScript({ url, method, needsToken, body, isFile }: ExampleRequest): string {
  const headers = [
    ...(needsToken ? ["Authorization: `Bearer ${token}`"] : []),
    ...(body === undefined ? [] : [`"Content-Type": "${JSON_TYPE}"`]),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} },`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(toJson(body), 2)}),`]),
  ];
  const init = options.length > 0 ? `, {\n${options.map((line) => `  ${line}\n`).join("")}}` : "";
  return `const response = await fetch("${url}"${init});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
const ${isFile ? "file = await response.blob()" : "data = await response.json()"};`;
}

function python({ url, method, needsToken, body, isFile }: ExampleRequest): string {
  const args = [
    `"${url}"`,
    ...(needsToken ? ['headers={"Authorization": f"Bearer {token}"}'] : []),
    ...(body === undefined ? [] : [`json=${indent(pythonLiteral(body), 4)}`]),
  ];
  return `import requests

response = requests.${method.toLowerCase()}(
${args.map((each) => `    ${each},\n`).join("")})
response.raise_for_status()
${isFile ? "file = response.content" : "data = response.json()"}`;
}

/** Indents all lines but the first. */
const indent = (text: string, spaces: number) => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);

/** Writes a JSON value in Python, whose strings are written as in JSON. */
function pythonLiteral(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const [open, close, items] = Array.isArray(value)
    ? ["[", "]", value.map(pythonLiteral)]
    : [
        "{",
        "}",
        Object.entries(value).map(
          ([key, part]) => `${JSON.stringify(key)}: ${pythonLiteral(part)}`,
        ),
      ];
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `    ${indent(item, 4)},\n`).join("")}${close}`;
}
