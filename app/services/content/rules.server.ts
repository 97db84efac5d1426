/** The house rules, which are a text of the site: `content/rules.md`. */
import { site } from "~/config/site";
import { RULE_COUNT } from "~/domain/moderation";
import { withHeadingLinks } from "./heading-links";
import { renderContent } from "./markdown.server";

/** The heading of a rule, such as “1. No spam or advertising”. */
const RULE = /<h2 id="[^"]*"([^>]*)>(\d+)\. ([^<]*)<\/h2>/g;

const read = () => renderContent("rules", { product: site.name, contact: site.contactEmail });

/** @returns the page of the house rules; the heading of each rule has the id `rule-` and its number */
export async function renderRules(): Promise<{ title: string; html: string }> {
  const { title, html } = await read();
  const withIds = html.replaceAll(
    RULE,
    (_, attributes: string, number: string, words: string) =>
      `<h2 id="rule-${number}"${attributes}>${number}. ${words}</h2>`,
  );
  return { title, html: withHeadingLinks(withIds) };
}

/** @returns the titles of the house rules by their numbers, beginning with 1 */
export async function readRuleTitles(): Promise<Record<number, string>> {
  const { html } = await read();
  const titles = [...html.matchAll(RULE)].map(
    ([, , number, words = ""]) => [Number(number), textOf(words)] as const,
  );
  const numbers = Array.from({ length: RULE_COUNT }, (_, index) => index + 1);
  const unnamed = numbers.map((number) => [number, `Rule ${number}`] as const);
  return Object.fromEntries([...unnamed, ...titles.filter(([number]) => number <= RULE_COUNT)]);
}

/** @returns the title of a house rule, such as “No spam or advertising” */
export const ruleTitle = async (number: number): Promise<string> =>
  (await readRuleTitles())[number] ?? `Rule ${number}`;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const textOf = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!);
