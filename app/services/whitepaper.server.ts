/** The whitepaper: one Markdown file in `content/`, rendered as a page and as a PDF. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { millisecondsInHour } from "date-fns/constants";
import { format } from "date-fns/format";
import GithubSlugger, { slug } from "github-slugger";
import matter from "gray-matter";
import { parseFragment } from "parse5";
import { z } from "zod";
import { environment } from "~/config/env.server";
import { site } from "~/config/site";
import { dayOf } from "~/domain/calendar-days";
import { renderMarkdown } from "./content/markdown.server";
import { PDF_METHOD } from "./content/pdf.server";
import { formulaRuns, runsOf, textOf } from "./content/runs";
import { inWorker } from "./worker/worker.server";

/** A section, for a table of contents. */
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
  /** The whole file, which decides what is rendered. */
  text: string;
  body: string;
}

/** @throws if the file is missing or its front matter is invalid */
async function readSource(): Promise<Source> {
  const file = path.join(process.cwd(), "content", "whitepaper.md");
  const text = (await readFile(file, "utf8")).replaceAll("{product}", site.name);
  // Given options, because without them gray-matter caches a text that it failed to parse.
  const { data, content } = matter(text, { language: "yaml" });
  return { ...frontMatter.parse(data), text, body: withNoBreakSpaces(content).trim() };
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

/** @throws if the text cannot be read or parsed */
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

interface Made extends WhitepaperPdf {
  /** The cache key, see `keyOf`. */
  key: string;
}

let kept: Made | undefined;
let making: { key: string; made: Promise<Made> } | undefined;

/**
 * Returns the whitepaper as a PDF. It is cached, and created again when the text, the site's name or its origin
 * changes. If the text cannot be read, the last PDF is returned.
 * @throws if there is no PDF either
 */
export async function readWhitepaperPdf(): Promise<WhitepaperPdf> {
  const source = await readSource().catch(async (error: unknown) => {
    kept ??= await readLastKept();
    if (kept) return undefined;
    throw error;
  });
  if (!source) return kept!;
  const key = keyOf(source);
  if (kept?.key === key) return kept;
  if (making?.key !== key) {
    const made = readKept(key).then(async (found) => found ?? keep(await make(key, source)));
    making = { key, made };
    made
      .then(
        (pdf) => (kept = pdf),
        () => {},
      )
      .finally(() => {
        if (making?.made === made) making = undefined;
      });
  }
  return making.made;
}

const digest = (parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/** The prefix of this site's cache keys, because other sites may share the directory. */
const keyPrefix = (): string => `${digest([environment().APP_ORIGIN ?? "", site.name])}-`;

/** The cache key: a digest of everything that determines the bytes of the PDF. */
const keyOf = ({ text }: Source): string => keyPrefix() + digest([PDF_METHOD, text]);

async function make(key: string, source: Source): Promise<Made> {
  const { title, abstract, authors, date, body } = source;
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
  return { key, bytes: Buffer.from(bytes), madeAt: now(), name: fileName() };
}

/** The time in whole seconds, which is the resolution of HTTP dates. */
const now = (): Date => new Date(Math.floor(Date.now() / 1000) * 1000);

const fileName = (): string => `${slugOf(site.name)}-whitepaper.pdf`;

/** The number of PDFs kept on disk, because sites of different names may share a directory. */
const MAX_KEPT = 5;
/** A temporary file that has not been written to for this long is left over from a crash. */
const LEFTOVER_MS = millisecondsInHour;

const directory = (): string => path.resolve(environment().DATA_DIR, "whitepaper");
const fileOf = (key: string): string => path.join(directory(), `${key}.pdf`);

/** Writes the PDF to disk atomically. If that fails, it is kept in memory only. */
async function keep(made: Made): Promise<Made> {
  const unfinished = path.join(directory(), `${made.key}.${randomUUID()}.tmp`);
  try {
    await mkdir(directory(), { recursive: true, mode: 0o700 });
    await writeFile(unfinished, made.bytes, { mode: 0o600 });
    await rename(unfinished, fileOf(made.key));
    await removeOld();
    return (await readKept(made.key)) ?? made;
  } catch {
    await rm(unfinished, { force: true }).catch(() => {});
    return made;
  }
}

/** @returns the PDF on disk, or `undefined` if it is missing or incomplete */
async function readKept(key: string): Promise<Made | undefined> {
  try {
    const [bytes, { mtime }] = await Promise.all([readFile(fileOf(key)), stat(fileOf(key))]);
    if (!isWhole(bytes)) return undefined;
    return {
      key,
      bytes,
      madeAt: new Date(Math.floor(Number(mtime) / 1000) * 1000),
      name: fileName(),
    };
  } catch {
    return undefined;
  }
}

const isWhole = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString("latin1") === "%PDF-" &&
  bytes.subarray(-8).toString("latin1").includes("%%EOF");

/** Lists the files with an extension, newest first. Skips files that are deleted meanwhile. */
async function listFiles(ending: string): Promise<{ name: string; modifiedAt: number }[]> {
  const names = await readdir(directory()).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(ending))
      .map(async (name) => {
        const found = await stat(path.join(directory(), name)).catch(() => null);
        return found ? [{ name, modifiedAt: found.mtimeMs }] : [];
      }),
  );
  return files.flat().sort((one, other) => other.modifiedAt - one.modifiedAt);
}

async function readLastKept(): Promise<Made | undefined> {
  const prefix = keyPrefix();
  const last = (await listFiles(".pdf")).find(({ name }) => name.startsWith(prefix));
  return last && readKept(path.basename(last.name, ".pdf"));
}

async function removeOld(): Promise<void> {
  const [kept, unfinished] = await Promise.all([listFiles(".pdf"), listFiles(".tmp")]);
  const leftovers = unfinished.filter(({ modifiedAt }) => modifiedAt < Date.now() - LEFTOVER_MS);
  const old = [...kept.slice(MAX_KEPT), ...leftovers];
  await Promise.all(old.map(({ name }) => rm(path.join(directory(), name), { force: true })));
}
