/** The whitepaper: one text in `content/`, from which its page, its HTML and its PDF are made. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { millisecondsInHour } from "date-fns/constants";
import { format } from "date-fns/format";
import GithubSlugger, { slug } from "github-slugger";
import matter from "gray-matter";
import { Marked, type Token, type Tokens } from "marked";
import { z } from "zod";
import { environment } from "~/config/env.server";
import { site } from "~/config/site";
import { dayOf } from "~/domain/calendar-days";
import { headingLevels } from "./heading-levels";
import { renderMarkdown } from "./markdown.server";
import { PDF_METHOD } from "./pdf/pdf.server";
import { formulaRuns } from "./pdf/runs";
import { inWorker } from "../worker/worker.server";

/** A section, for a table of contents. */
export interface Section {
  id: string;
  title: string;
  /** 2 or 3, as headings have it. */
  depth: number;
}

export interface Whitepaper {
  title: string;
  abstract: string;
  authors: string;
  /** The day of this version, such as `2026-01-31`. */
  date: string;
  /** Sanitised; its headings have the ids of the sections. Empty when there is no text. */
  html: string;
  sections: Section[];
}

export interface WhitepaperPdf {
  bytes: Buffer;
  /** When it was made. */
  madeAt: Date;
  /** What it is saved as. */
  name: string;
}

/** The front matter. YAML reads what looks like a day as a date. */
const head = z.object({
  title: z.string().min(1),
  abstract: z.string().min(1),
  authors: z.string().min(1),
  date: z.date().transform(dayOf),
});

interface Source extends z.output<typeof head> {
  /** Everything that what is made from it depends on. */
  text: string;
  body: string;
}

/** @throws when the file is not there, or its head is not as it should be */
async function readSource(): Promise<Source> {
  const file = path.join(process.cwd(), "content", "whitepaper.md");
  const text = (await readFile(file, "utf8")).replaceAll("{product}", site.name);
  // With options, as gray-matter would otherwise remember a text that it failed to read.
  const { data, content } = matter(text, { language: "yaml" });
  return { ...head.parse(data), text, body: keepTogether(content).trim() };
}

/** What stands on both sides of a sign in a formula stays on one line with it, if it is within a text. */
const keepTogether = (body: string): string =>
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

/** @throws when the text cannot be read */
export async function readWhitepaper(): Promise<Whitepaper> {
  const source = await readSource();
  if (latest?.text !== source.text) latest = { text: source.text, paper: render(source) };
  return latest.paper;
}

function render({ title, abstract, authors, date, body }: Source): Whitepaper {
  const sections = sectionsOf(tokensOf(body));
  return { title, abstract, authors, date, html: withIds(htmlOf(body), sections), sections };
}

const parser = new Marked({ gfm: true });

/** The text, its headings as deep as they are on the page. */
function tokensOf(body: string): Token[] {
  const tokens = parser.lexer(body);
  const headings = tokens.filter(isHeading);
  const levels = headingLevels(headings.map(({ depth }) => depth));
  for (const [index, heading] of headings.entries()) heading.depth = levels[index]!;
  return tokens;
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";
const isSection = (token: Token): token is Tokens.Heading => isHeading(token) && token.depth <= 3;

/** @returns the headings that can be linked to, each with an id of its own */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const slugger = new GithubSlugger();
  let main = "";
  return tokens.filter(isSection).map(({ text, depth }) => {
    const own = slugOf(text);
    if (depth === 2) main = own;
    // Several sections have a part called "Limits".
    const id = slugger.slug(own in slugger.occurrences ? `${main}-${own}` : own);
    return { id, title: text, depth };
  });
}

/** In ASCII, as a file name in a header has to be. */
const slugOf = (text: string): string =>
  slug(text.normalize("NFKD")).replace(/[^a-z0-9-]/g, "") || "section";

/** The text sanitised, its formulae as paragraphs of their own. */
const htmlOf = (body: string): string =>
  renderMarkdown(body).replaceAll(
    /<pre><code>([^]*?)<\/code><\/pre>/g,
    (_, lines: string) =>
      `<p class="formula">${lines.trim().split("\n").map(formulaHtml).join("<br>")}</p>`,
  );

/** A sign written as HTML (`&lt;`) is two or more letters, and so nothing that italics are for. */
const formulaHtml = (line: string): string =>
  formulaRuns(line)
    .map(({ text, isItalic }) => (isItalic ? `<i>${text}</i>` : text))
    .join("");

function withIds(html: string, sections: readonly Section[]): string {
  let index = 0;
  return html.replaceAll(/<h([23])>/g, (_, depth: string) => {
    const id = sections[index++]?.id ?? "";
    return `<h${depth} id="${id}">`;
  });
}

interface Made extends WhitepaperPdf {
  /** Of what it was made from. */
  key: string;
}

let kept: Made | undefined;
let making: { key: string; made: Promise<Made> } | undefined;

/**
 * The whitepaper as a PDF: kept, and made again when the text, the site's name or its address changed.
 * Where the text cannot be read, the last one that was made of it.
 *
 * @throws when there is neither
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

/** What the keys of a site's PDFs begin with: others may share the directory. */
const keysBeginning = (): string => `${digest([environment().APP_ORIGIN ?? "", site.name])}-`;

/** Of everything that decides what the bytes are. */
const keyOf = ({ text }: Source): string => keysBeginning() + digest([PDF_METHOD, text]);

async function make(key: string, source: Source): Promise<Made> {
  const { title, abstract, authors, date, body } = source;
  const tokens = tokensOf(body);
  const sections = sectionsOf(tokens);
  const linked = tokens.filter(isSection);
  const pdf = {
    ...{ title, abstract, authors, tokens, origin: environment().APP_ORIGIN },
    date: new Date(`${date}T00:00:00Z`),
    dateInWords: format(new UTCDateMini(date), "MMMM d, yyyy"),
    runningHead: `${site.name} · ${title}`,
    headingIds: tokens
      .filter(isHeading)
      .map((heading) => sections[linked.indexOf(heading)]?.id ?? ""),
  };
  const bytes = await inWorker("whitepaper", (job) => job.createPdf(pdf));
  return { key, bytes: Buffer.from(bytes), madeAt: now(), name: fileName() };
}

/** In whole seconds, as HTTP tells times. */
const now = (): Date => new Date(Math.floor(Date.now() / 1000) * 1000);

const fileName = (): string => `${slugOf(site.name)}-whitepaper.pdf`;

/** How many are kept on disk: sites of different names may share a directory. */
const MOST_KEPT = 5;
/** What nobody has gone on writing for so long is the leftover of a crash. */
const LEFTOVER_MS = millisecondsInHour;

const directory = (): string => path.resolve(environment().DATA_DIR, "whitepaper");
const fileOf = (key: string): string => path.join(directory(), `${key}.pdf`);

/** Puts it on disk, whole or not at all. Where nothing can be written, memory alone has it. */
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

/** @returns what was made before, or nothing where that is not there or not whole */
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

/** The files whose names end in some way, newest first. One that goes meanwhile is none. */
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
  const beginning = keysBeginning();
  const last = (await listFiles(".pdf")).find(({ name }) => name.startsWith(beginning));
  return last && readKept(path.basename(last.name, ".pdf"));
}

async function removeOld(): Promise<void> {
  const [kept, unfinished] = await Promise.all([listFiles(".pdf"), listFiles(".tmp")]);
  const leftovers = unfinished.filter(({ modifiedAt }) => modifiedAt < Date.now() - LEFTOVER_MS);
  const old = [...kept.slice(MOST_KEPT), ...leftovers];
  await Promise.all(old.map(({ name }) => rm(path.join(directory(), name), { force: true })));
}
