import { characterCount } from "~/domain/character-count";
import { MAX_CONTENT_LENGTH, MAX_SUMMARY_LENGTH, MAX_TITLE_LENGTH } from "~/domain/field-limits";
import { linkNames, namesInHtml } from "~/domain/named";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import type { Viewer } from "~/domain/viewer";
import { findArticleWithLink } from "~/models/article.server";
import { findHiddenLink } from "~/models/hidden-text.server";
import type { PreviewInput } from "~/schemas/drafts";
import { tooLong } from "~/schemas/fields";
import { urlKey } from "../articles/normalized-urls.server";
import { renderUnfinishedMarkdown, UNREADABLE_MARKDOWN } from "../content/markdown.server";
import { withDirections } from "../content/text-direction";
import { ServiceError } from "../errors";
import { resolveNames } from "../names/names.server";
import { enforceRateLimit } from "../rate-limits.server";
import { scoreDocument } from "../scoring/score-documents.server";

/** What the author of an article is shown before it is posted. */
export interface ArticlePreview {
  /** The text as safe HTML; empty for an empty text. */
  html: string;
  /** The symbols of the assets whose mentions in it the sentiment engine will count. */
  assets: string[];
  /** The id of the article that already has the link, or `null`. */
  existingId: string | null;
}

/**
 * Previews an article: its text, the assets that it names, and whether its link has been posted.
 * @throws ServiceError as `previewArticleText`
 */
export async function previewArticle(
  viewer: Viewer | null,
  address: string,
  { title, summary, url, content }: PreviewInput,
): Promise<ArticlePreview> {
  const html = await previewArticleText(viewer, address, content);
  const texts = mentioningTexts("article", {
    title: title.slice(0, MAX_TITLE_LENGTH),
    summary: summary.slice(0, MAX_SUMMARY_LENGTH),
    content,
  });
  const key = urlKey(url);
  return {
    html,
    assets: scoreDocument("article", texts).mentions.map(({ token }) => token),
    existingId: key === null ? null : await findWithLink(key),
  };
}

const findWithLink = async (key: string): Promise<string | null> =>
  (await findArticleWithLink(key)) ?? (await findHiddenLink(key))?.id ?? null;

/**
 * Renders the text of an article as its page would show it.
 * @returns safe HTML; empty for an empty text
 * @throws ServiceError `invalid` with the field error for a text that could not be posted
 */
export async function previewArticleText(
  viewer: Viewer | null,
  address: string,
  content: string,
): Promise<string> {
  await enforceRateLimit("previews", viewer?.id ?? address);
  if (characterCount(content) > MAX_CONTENT_LENGTH)
    throw refusal(tooLong("Content", MAX_CONTENT_LENGTH));
  const html = renderUnfinishedMarkdown(content.trim());
  if (html === null) throw refusal(UNREADABLE_MARKDOWN);
  return withDirections(linkNames(html, await resolveNames(namesInHtml(html))));
}

const refusal = (message: string) =>
  new ServiceError("invalid", message, { fieldErrors: { content: [message] } });
