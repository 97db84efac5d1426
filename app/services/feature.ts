/** What a feature adds to the work that concerns all of them; `features.server.ts` lists the features. */
import type { Logger } from "pino";
import type { PageTag } from "~/config/page-tags";
import { decodeCursor, type Cursor, type Page } from "~/domain/cursor";
import type { IdRangeReader } from "~/models/collection.server";
import type { Owner } from "~/models/authored.server";
import type { ExportedItem, ExportListName } from "~/schemas/export";

export interface Feature {
  /**
   * Removes what belongs to an account, or gives it to the successor. It is called again until no feature finds any
   * content, because requests that were running when the sessions ended may have added something.
   */
  deleteFor?(deletion: Deletion): Promise<Partial<ContentCounts> | void>;
  /** The readers of the lists in a data export. */
  exported?: { [Name in ExportListName]?: ExportReader<Name> };
  /** The pages in the sitemap that always exist, with a reader of the date of the newest content listed there. */
  fixedPages?: readonly (readonly [path: string, newest?: () => Promise<Date | null>])[];
  /** The pages in the sitemap of which there may be any number, by the name of their part. */
  sitemap?: Readonly<Record<string, IdRangeReader<SitePage | null>>>;
  upkeep?: Readonly<Record<string, UpkeepTask>>;
  /** The addresses whose responses are the same for all visitors who are not signed in. */
  cached?: readonly CachedAddress[];
}

/** The number of documents of each kind that an account has. */
export type ContentCounts = Record<"articles" | "reviews" | "comments" | "upvotes", number>;

export interface Deletion {
  /** The account being deleted. */
  id: string;
  email: string;
  /** The owner that the remaining content is reassigned to. */
  successor: Owner;
  /** Whether content is removed instead. */
  withContent: boolean;
}

/** An item as it is read from the database: dates are exported as text, and fields that are not exported left out. */
type Stored<Item> = {
  [Key in keyof Item]: string extends Item[Key] ? Item[Key] | Date : Item[Key];
};

type StoredItem<Name extends ExportListName> = Stored<ExportedItem<Name>>;

export type ExportReader<Name extends ExportListName> = (
  userId: string,
) => AsyncIterable<StoredItem<Name>> | Promise<readonly StoredItem<Name>[]>;

/** Documents per batch; other requests can run between batches. */
const BATCH_SIZE = 50;

export async function* allPages<Item>(
  list: (page: { after: Cursor | null; limit: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let after: Cursor | null = null;
  do {
    const page: Page<Item> = await list({ after, limit: BATCH_SIZE });
    yield* page.items;
    after = page.next === null ? null : decodeCursor(page.next);
  } while (after);
}

/** A page listed for search engines, under its canonical path. */
export interface SitePage {
  path: string;
  /** When its content last changed, if known. */
  modified: Date | null;
}

/** @returns the date of the newest item of a list, newest first */
export const newestOf = ({ items }: { items: readonly { createdAt: Date }[] }): Date | null =>
  items[0]?.createdAt ?? null;

/** Reads pages instead of documents. @param toPage returns `null` for a page that is not listed */
export const asPages = <Item>(
  items: IdRangeReader<Item>,
  toPage: (item: Item) => SitePage | null,
): IdRangeReader<SitePage | null> => ({
  idAfter: items.idAfter,
  list: async (range) => (await items.list(range)).map(toPage),
});

/** Does what is due and logs it; does nothing if this or another process has already done it. */
export type UpkeepTask = (log: Logger, signal: AbortSignal) => Promise<void>;

export interface CachedAddress {
  /** Its path; `:id` stands for an id, `:slug` for a slug, `:year` for a year, and `:hub` for the slug of a hub. */
  path: string;
  /** What a write has to change to change the response; a function of the id in the path if it depends on that. */
  tags: readonly PageTag[] | ((id: string) => readonly PageTag[]);
  /** The query parameters that the response depends on. */
  parameters?: readonly string[];
  /** Whether a person who gets it has viewed the article whose id is in the path. */
  isArticlePage?: true;
}

/** @returns the names of the query parameters that a schema has */
export const parametersOf = (schema: { shape: object }): string[] => Object.keys(schema.shape);
