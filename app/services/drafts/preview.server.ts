import { characterCount } from "~/domain/character-count";
import { MAX_CONTENT_LENGTH } from "~/domain/field-limits";
import { linkNames, namesInHtml } from "~/domain/named";
import type { Viewer } from "~/domain/viewer";
import { tooLong } from "~/schemas/fields";
import { UNREADABLE_MARKDOWN } from "../articles/articles.server";
import { renderUnfinishedMarkdown } from "../content/markdown.server";
import { withDirections } from "../content/text-direction";
import { ServiceError } from "../errors";
import { resolveNames } from "../names/names.server";
import { enforceRateLimit } from "../rate-limits.server";

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
