/** The files of a data export. */
import matter from "gray-matter";
import { stringify as csvRow } from "csv-stringify/sync";
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
import { topics } from "~/domain/topics";
import { findContributors } from "~/models/hub.server";
import { findStoredAccount } from "~/models/profile.server";
import { findSecondFactor } from "~/models/second-factor.server";
import type { ExportReader } from "../feature";
import { features } from "../features.server";

/** The account that is exported, from which site and when. */
export interface ExportSubject {
  account: ExportedAccount;
  /** The origin of this site. */
  origin: string;
  madeAt: Date;
}

/** Yields the files of an export. Their content is read from the database while they are written. */
export async function* entriesOf(subject: ExportSubject): AsyncGenerator<ArchiveEntry> {
  const { account, madeAt } = subject;
  const file = (name: string, content: ArchiveEntry["content"]) => ({
    name,
    content,
    modifiedAt: madeAt,
  });
  yield file("README.txt", [readme(subject)]);
  yield file("data.json", dataJson(subject));
  yield file("data.schema.json", [exportJsonSchema()]);
  yield file("reviews.csv", reviewsCsv(account.id));
  for await (const article of readItems("articles", account.id)) {
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
    for await (const item of readItems(name, account.id)) {
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

/** Spreadsheets read a cell that begins with =, +, - or @ as a formula, unless an apostrophe precedes it. */
const csvOptions = {
  escape_formulas: true,
  record_delimiter: "windows",
  columns: [...CSV_COLUMNS],
} as const;

async function* reviewsCsv(userId: string): AsyncGenerator<string> {
  // Without a byte order mark some spreadsheets do not recognise UTF-8.
  yield "\uFEFF";
  yield csvRow([CSV_COLUMNS], { record_delimiter: "windows" });
  for await (const review of readItems("reviews", userId)) yield csvRow([review], csvOptions);
}

/** Returns a file name of letters, digits and hyphens, valid on every file system; the id makes it unique. */
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

/** Passes the content as an object, because in a string gray-matter would parse front matter, which may hold code. */
const articleMarkdown = ({ content, ...article }: ExportedItem<"articles">): string =>
  matter.stringify({ content }, article);

const readers = Object.assign({}, ...features.map(({ exported }) => exported)) as {
  [Name in ExportListName]: ExportReader<Name>;
};

/** Reads the items of a list, with the fields of its schema only. */
async function* readItems<Name extends ExportListName>(
  name: Name,
  userId: string,
): AsyncGenerator<ExportedItem<Name>, void, undefined> {
  const fields = Object.keys(exportLists[name].element.shape);
  for await (const row of await readers[name](userId)) {
    const values = fields.map((field) => {
      const value = (row as Record<string, unknown>)[field];
      return [field, value instanceof Date ? iso(value) : value];
    });
    yield Object.fromEntries(values) as ExportedItem<Name>;
  }
}

const iso = (date: Date) => date.toISOString();

/** @returns the account as it is exported, or `null` if it is deleted or being deleted */
export async function readAccountPart(userId: string): Promise<ExportedAccount | null> {
  const stored = await findStoredAccount(userId);
  if (!stored) return null;
  const hubs = topics.map(({ slug }) => slug);
  const [factor, contributions] = await Promise.all([
    findSecondFactor(userId),
    findContributors(hubs, [userId]),
  ]);
  const {
    followingFeedMadeAt,
    addressesUsedAt,
    leaving,
    createdAt,
    admission,
    suspension,
    ...rest
  } = stored;
  const { limitedUntil, ...account } = rest;
  return {
    ...account,
    createdAt: iso(createdAt),
    admission: admission && { ...admission, at: iso(admission.at) },
    suspension: suspension && { ...suspension, until: suspension.until && iso(suspension.until) },
    limitedUntil: limitedUntil && iso(limitedUntil),
    followingFeedMadeAt: followingFeedMadeAt && iso(followingFeedMadeAt),
    addressesUsedAt: addressesUsedAt.map(iso),
    leaving: leaving && { ...leaving, at: iso(leaving.at) },
    hubs: contributions.map(({ hub }) => hub),
    secondFactor: factor && {
      confirmedAt: iso(factor.confirmedAt),
      recoveryCodesLeft: factor.recoveryCodesLeft,
    },
  };
}
