/** The files of a copy of somebody's data. */
import { stringify as csvRow } from "csv-stringify/sync";
import matter from "gray-matter";
import { site } from "~/config/site";
import {
  EXPORT_FORMAT,
  exportJsonSchema,
  exportLists,
  type ExportedAccount,
  type ExportedItem,
  type ExportListName,
} from "~/schemas/export";
import type { ArchiveEntry } from "./archive.server";
import { parts, readArticles, readReviews } from "./parts.server";

/** Whose copy it is. */
export interface ExportSubject {
  account: ExportedAccount;
  /** The site's own. */
  origin: string;
  madeAt: Date;
}

/** Yields the files; each is read from the database while it is written. */
export async function* entriesOf(subject: ExportSubject): AsyncGenerator<ArchiveEntry> {
  const { account, madeAt } = subject;
  const file = (name: string, content: ArchiveEntry["content"]) => ({
    ...{ name, content, modifiedAt: madeAt },
  });
  yield file("README.txt", [readme(subject)]);
  yield file("data.json", dataJson(subject));
  yield file("data.schema.json", [exportJsonSchema()]);
  yield file("reviews.csv", reviewsCsv(account.id));
  for await (const article of readArticles(account.id)) {
    const modifiedAt = new Date(article.createdAt);
    yield { name: articleName(article), modifiedAt, content: [articleMarkdown(article)] };
  }
}

const readme = ({ account, origin, madeAt }: ExportSubject): string =>
  [
    `This is what ${site.name} (${origin}) stores about ${account.name}, as of ${madeAt.toISOString()}.`,
    "",
    "data.json         all of it",
    "data.schema.json  what each field means (JSON Schema)",
    "reviews.csv       your reviews, for a spreadsheet",
    "articles/         your articles, as Markdown",
    "",
    "Passwords, keys and the secrets of sessions and links are left out.",
    "",
  ].join("\n");

async function* dataJson({ account, origin, madeAt }: ExportSubject): AsyncGenerator<string> {
  const head = { format: EXPORT_FORMAT, site: origin, madeAt: madeAt.toISOString(), account };
  yield JSON.stringify(head, null, 2).slice(0, -"\n}".length);
  for (const name of Object.keys(exportLists) as ExportListName[]) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let separator = "\n    ";
    for await (const item of parts[name].read(account.id)) {
      yield separator + JSON.stringify(item);
      separator = ",\n    ";
    }
    yield "\n  ]";
  }
  yield "\n}\n";
}

const CSV_COLUMNS = [
  ...["id", "title", "author", "url", "rating", "hub", "category", "review"],
  ...["createdAt", "updatedAt"],
] as const satisfies readonly (keyof ExportedItem<"reviews">)[];

/** Spreadsheets take a cell that begins with =, +, -, @ for a formula, unless an apostrophe precedes it. */
const csvOptions = {
  escape_formulas: true,
  record_delimiter: "windows",
  columns: [...CSV_COLUMNS],
} as const;

async function* reviewsCsv(userId: string): AsyncGenerator<string> {
  // Without it some spreadsheets take UTF-8 for something else.
  yield "\uFEFF";
  yield csvRow([CSV_COLUMNS], { record_delimiter: "windows" });
  for await (const review of readReviews(userId)) yield csvRow([review], csvOptions);
}

/** Of letters, digits and hyphens, so that every file system takes it; the id keeps equal titles apart. */
function articleName({ id, title, createdAt }: ExportedItem<"articles">): string {
  const slug = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return `articles/${[createdAt.slice(0, 10), slug, id].filter(Boolean).join("-")}.md`;
}

/** Given as an object, since a text would be searched for front matter of its own, which may hold code. */
const articleMarkdown = ({ content, ...article }: ExportedItem<"articles">): string =>
  matter.stringify({ content }, article);
