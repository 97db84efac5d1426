/** Whom a text names by `@Name`. */
import {
  MAX_NAME_CANDIDATES,
  MAX_NAMED,
  namedBy,
  namesInHtml,
  namesInText,
  type Named,
} from "~/domain/named";
import { findPeopleNamed } from "~/models/people-by-name.server";
import { renderMarkdown } from "../content/markdown.server";

interface NamingTexts {
  plain?: string;
  markdown?: string;
}

/**
 * Finds the people whom a text names, by one query when it is written or edited.
 * @returns the first `MAX_NAMED` whose accounts exist and are not being deleted, in the order of the text
 */
export async function findNamed({ plain = "", markdown = "" }: NamingTexts): Promise<Named[]> {
  const found = [
    ...namesInText(plain),
    ...(markdown.includes("@") ? namesInHtml(renderMarkdown(markdown)) : []),
  ];
  const names = [...new Set(found.map(({ name }) => name.toLowerCase()))];
  if (!names.length) return [];
  const personOf = namedBy(await findPeopleNamed(names.slice(0, MAX_NAME_CANDIDATES)));
  return names.flatMap((name) => personOf(name) ?? []).slice(0, MAX_NAMED);
}
