/** The house rules, which are a text of the site. */
import { RULE_COUNT } from "~/domain/moderation";
import { withHeadingLinks } from "./heading-links";
import type { Content } from "./markdown.server";
import { renderSiteText } from "./site-texts.server";

/** The heading of a rule, such as “1. No spam or advertising”. */
const RULE = /<h2 id="[^"]*"([^>]*)>(\d+)\. ([^<]*)<\/h2>/g;

/** @returns the page of the house rules; the heading of each rule has the id `rule-` and its number */
export const renderRules = async (): Promise<Content> => withRuleIds(await renderSiteText("rules"));

/** Gives the heading of each rule in a rendered text the id `rule-` and its number. */
export function withRuleIds({ title, html }: Content): Content {
  const withIds = html.replaceAll(
    RULE,
    (_, attributes: string, number: string, words: string) =>
      `<h2 id="rule-${number}"${attributes}>${number}. ${words}</h2>`,
  );
  return { title, html: withHeadingLinks(withIds) };
}

/** @returns the numbers of the rules in rendered HTML, in their order */
export const ruleNumbersIn = (html: string): number[] =>
  [...html.matchAll(RULE)].map(([, , number]) => Number(number));

/** @returns the titles of the house rules by their numbers, beginning with 1 */
export async function readRuleTitles(): Promise<Record<number, string>> {
  const { html } = await renderSiteText("rules");
  const titles = [...html.matchAll(RULE)].map(
    ([, , number, words = ""]) => [Number(number), textOf(words)] as const,
  );
  const numbers = Array.from({ length: RULE_COUNT }, (_, index) => index + 1);
  const unnamed = numbers.map((number) => [number, `Rule ${number}`] as const);
  return Object.fromEntries([...unnamed, ...titles.filter(([number]) => number <= RULE_COUNT)]);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const textOf = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!);
