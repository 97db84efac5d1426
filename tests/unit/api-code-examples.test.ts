/** The examples of the pages about the API. */
import { describe, expect, test } from "vitest";
import { describeApi } from "~/routes/api-docs/api.server";
import { codeExamples } from "~/routes/api-docs/code-examples.server";
import { ORIGIN } from "../setup/api";

const { calls } = describeApi();

/** The code of the examples of a call by language. */
function examplesOf(callId: string, body?: unknown) {
  const call = calls.find(({ id }) => id === callId)!;
  const example = body === undefined ? call.body : { ...call.body!, example: body };
  const examples = codeExamples({ ...call, body: example }, ORIGIN);
  return Object.fromEntries(examples.map(({ language, code }) => [language, code]));
}

test.each(calls)("$id: its example in JavaScript is valid, and each names the address", (call) => {
  const { curl, JavaScript, Python } = examplesOf(call.id);
  expect(() => new Function(`return async (token) => {${JavaScript}}`)).not.toThrow();
  const path = call.path.split("{")[0]!;
  for (const code of [curl, JavaScript, Python]) expect(code).toContain(ORIGIN + path);
});

describe("the examples", () => {
  test("of a call that writes send the token and the body", () => {
    const body = { title: 'It\'s "so"\n…', ok: true, none: null, list: [1, "two"], empty: [] };
    expect(examplesOf("postArticle", body)).toEqual({
      curl: `curl '${ORIGIN}/api/articles/create' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "title": "It'\\''s \\"so\\"\\n…",
  "ok": true,
  "none": null,
  "list": [
    1,
    "two"
  ],
  "empty": []
}'`,
      JavaScript: `const response = await fetch("${ORIGIN}/api/articles/create", {
  method: "POST",
  headers: { Authorization: \`Bearer \${token}\`, "Content-Type": "application/json" },
  body: JSON.stringify({
    "title": "It's \\"so\\"\\n…",
    "ok": true,
    "none": null,
    "list": [
      1,
      "two"
    ],
    "empty": []
  }),
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
const data = await response.json();`,
      Python: `import requests

response = requests.post(
    "${ORIGIN}/api/articles/create",
    headers={"Authorization": f"Bearer {token}"},
    json={
        "title": "It's \\"so\\"\\n…",
        "ok": True,
        "none": None,
        "list": [
            1,
            "two",
        ],
        "empty": [],
    },
)
response.raise_for_status()
data = response.json()`,
    });
  });

  test("of a file read it whole", () => {
    expect(examplesOf("downloadWhitepaper")).toEqual({
      curl: `curl '${ORIGIN}/api/whitepaper.pdf' \\\n  -O`,
      JavaScript: `const response = await fetch("${ORIGIN}/api/whitepaper.pdf");
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
const file = await response.blob();`,
      Python: `import requests

response = requests.get(
    "${ORIGIN}/api/whitepaper.pdf",
)
response.raise_for_status()
file = response.content`,
    });
  });
});
