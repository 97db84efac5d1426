/** The whitepaper: a text of the site with front matter, rendered as a page and as a PDF. */
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { format } from "date-fns/format";
import GithubSlugger, { slug } from "github-slugger";
import matter from "gray-matter";
import { parseFragment } from "parse5";
import { z } from "zod";
import { environment } from "~/config/env.server";
import { site } from "~/config/site";
import { dayOf } from "~/domain/calendar-days";
import { isReadableMarkdown, renderMarkdown, UNREADABLE_MARKDOWN } from "./content/markdown.server";
import { formulaRuns, runsOf, textOf } from "./content/runs";
import { filled, readSiteText } from "./content/site-texts.server";
import { unreadableTextError } from "./errors";
import { inWorker } from "./worker/worker.server";

export interface Section {
  id: string;
  title: string;
  /** The level of its heading, 2 or 3. */
  depth: number;
}

export interface Whitepaper {
  title: string;
  abstract: string;
  authors: string;
  /** The day of this version, such as `2026-01-31`. */
  date: string;
  /** Sanitised; its headings have the ids of the sections. Empty if the text is empty. */
  html: string;
  sections: Section[];
}

export interface WhitepaperPdf {
  bytes: Buffer;
  /** When it was created. */
  madeAt: Date;
  /** The file name for downloads. */
  name: string;
}

/** The front matter. YAML parses the day as a date. */
const frontMatter = z.object({
  title: z.string().min(1),
  abstract: z.string().min(1),
  authors: z.string().min(1),
  date: z.date().transform(dayOf),
});

interface Source extends z.output<typeof frontMatter> {
  /** The whole text, which decides what is rendered. */
  text: string;
  body: string;
}

const readSource = async (): Promise<Source> => sourceOf(await readSiteText("whitepaper"));

/** @throws if the front matter is missing or invalid */
function sourceOf(text: string): Source {
  // After `---js`, gray-matter would run what follows as a program.
  if (!/^---\r?\n/.test(text)) throw new Error("The whitepaper has no front matter.");
  // Given options, because without them gray-matter caches a text that it failed to parse.
  const { data, content } = matter(text, { language: "yaml" });
  const { title, abstract, authors, date } = frontMatter.parse(data);
  return {
    // Filled in only now, because the name of a site may have signs that mean something in YAML.
    ...{ title: filled(title), abstract: filled(abstract), authors: filled(authors), date },
    text: filled(text),
    body: withNoBreakSpaces(filled(content)).trim(),
  };
}

/**
 * Tries out a text as the whitepaper.
 * @returns what its page and its PDF would show
 * @throws ServiceError `invalid` if it has no valid front matter, or cannot be rendered or set as a PDF
 */
export async function tryWhitepaper(text: string): Promise<Whitepaper> {
  const source = attempt(() => sourceOf(text));
  if (!source) {
    throw unreadableTextError(
      "Begin with a line of ---, then title, abstract, authors and date such as 2026-01-31, each after its name and a colon, then a line of --- again.",
    );
  }
  if (!isReadableMarkdown(source.body)) throw unreadableTextError(UNREADABLE_MARKDOWN);
  await makePdf(source).catch((cause: unknown) => {
    const message = "No PDF can be made of this text. Look at its tables and links.";
    throw Object.assign(unreadableTextError(message), { cause });
  });
  return render(source);
}

function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** Puts no-break spaces around the operators of inline formulae, so that they are not broken at line ends. */
const withNoBreakSpaces = (body: string): string =>
  body
    .split(/(^```[^]*?^```$)/m)
    .map((part, index) =>
      index % 2
        ? part
        : part
            .replace(/(?<=\S) ([≥≤=·−+/]) (?=\S)/gu, "\u00a0$1\u00a0")
            .replace(/\bln (?=\S)/g, "ln\u00a0"),
    )
    .join("");

let latest: { text: string; paper: Whitepaper } | undefined;

/** @throws if the text cannot be parsed */
export async function readWhitepaper(): Promise<Whitepaper> {
  const source = await readSource();
  if (latest?.text !== source.text) latest = { text: source.text, paper: render(source) };
  return latest.paper;
}

function render({ title, abstract, authors, date, body }: Source): Whitepaper {
  const { html, sections } = withSections(renderMarkdown(body));
  return { title, abstract, authors, date, html: withFormulae(html), sections };
}

/** Gives the sections ids of their own, which other pages link to, instead of those of people's texts. */
function withSections(rendered: string): { html: string; sections: Section[] } {
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  let main = "";
  const html = rendered.replaceAll(
    /<h([2-6]) id="[^"]*">([^]*?)(?=<\/h)/g,
    (_, level: string, content: string) => {
      const depth = Number(level);
      if (depth > 3) return `<h${level}>${content}`;
      const title = textOf(runsOf(parseFragment(content).childNodes));
      const own = slugOf(title);
      if (depth === 2) main = own;
      // Several sections have a subsection called "Limits".
      const id = slugger.slug(own in slugger.occurrences ? `${main}-${own}` : own);
      sections.push({ id, title, depth });
      return `<h${level} id="${id}">${content}`;
    },
  );
  return { html, sections };
}

/** Returns a slug in ASCII, because it is used in a file name in a header. */
const slugOf = (text: string): string =>
  slug(text.normalize("NFKD")).replace(/[^a-z0-9-]/g, "") || "section";

/** Makes code blocks paragraphs that contain formulae. */
const withFormulae = (html: string): string =>
  html.replaceAll(
    /<pre><code>([^]*?)<\/code><\/pre>/g,
    (_, lines: string) =>
      `<p class="formula">${lines.trim().split("\n").map(formulaHtml).join("<br>")}</p>`,
  );

/** Sets variables in italics. These are single letters, so entities (`&lt;`) are left alone. */
const formulaHtml = (line: string): string =>
  formulaRuns(line)
    .map(({ text, isItalic }) => (isItalic ? `<i>${text}</i>` : text))
    .join("");

/** A PDF and what it was made from; pending while it is made. */
let latestPdf: { key: string; made: Promise<WhitepaperPdf> } | undefined;

/**
 * Returns the whitepaper as a PDF. It is kept in memory, and made again when the text changes. If the text cannot be
 * read, the last PDF is returned.
 * @throws if there is no PDF either
 */
export async function readWhitepaperPdf(): Promise<WhitepaperPdf> {
  const source = await readSource().catch((error: unknown) => {
    if (latestPdf) return null;
    throw error;
  });
  if (source && latestPdf?.key !== source.text) {
    const making = { key: source.text, made: makePdf(source) };
    const before = latestPdf;
    latestPdf = making;
    making.made.catch(() => {
      if (latestPdf === making) latestPdf = before;
    });
  }
  return latestPdf!.made;
}

async function makePdf({ title, abstract, authors, date, body }: Source): Promise<WhitepaperPdf> {
  const { html } = withSections(renderMarkdown(body));
  const pdf = {
    title,
    abstract,
    authors,
    html,
    origin: environment().APP_ORIGIN,
    date: new Date(`${date}T00:00:00Z`),
    dateInWords: format(new UTCDateMini(date), "MMMM d, yyyy"),
    runningHead: `${site.name} · ${title}`,
  };
  const bytes = await inWorker("whitepaper", (job) => job.createPdf(pdf));
  return {
    bytes: Buffer.from(bytes),
    // In whole seconds, which is the resolution of HTTP dates.
    madeAt: new Date(Math.floor(Date.now() / 1000) * 1000),
    name: `${slugOf(site.name)}-whitepaper.pdf`,
  };
}
