/** Statements of the site's texts about the software. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DELETED_ACCOUNT_NAME } from "~/domain/person-path";

const read = (name: string) => readFileSync(`content/${name}.md`, "utf8");

test.each(["scroll-restoration", "fog-of-war"])(
  "the privacy page names the key of Remix in session storage: %s",
  (file) => {
    const source = readFileSync(`node_modules/@remix-run/react/dist/esm/${file}.js`, "utf8");
    const keys = [...source.matchAll(/STORAGE_KEY = "([^"]+)"/g)].map(([, key]) => key);
    expect(keys).toHaveLength(1);
    expect(read("privacy")).toContain(`\n- \`${keys[0]}\`, in session storage, `);
  },
);

test("the privacy page and the operator's guide name what replaces the name of a deleted account", () => {
  expect(read("privacy")).toContain(`“${DELETED_ACCOUNT_NAME}” stands in its place`);
  expect(readFileSync("docs/operations.md", "utf8")).toContain(`“${DELETED_ACCOUNT_NAME}”`);
});
