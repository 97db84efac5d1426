/** A heading with the id that `renderMarkdown` gives it. */
const HEADING = /(<h([2-6]) id="([^"]*)"[^>]*>)([^]*?)(?=<\/h\2>)/g;

/** @returns HTML by `renderMarkdown` in which each heading without a link of its own links to itself */
export const withHeadingLinks = (html: string): string =>
  html.replaceAll(HEADING, (heading, tag: string, _level, id: string, content: string) =>
    content.includes("<a") || !content
      ? heading
      : `${tag}<a class="heading-link" href="#${encodeURIComponent(id)}">${content}</a>`,
  );
