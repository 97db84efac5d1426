/** What a feed has, whatever its format. */
import type { EditableKind } from "~/domain/editing";
import type { Engine } from "~/domain/engines";
import type { StoredCheckpoint } from "~/models/ledger-checkpoint.server";

/** A feed entry, independent of the output format. Texts are plain unless noted otherwise. */
export interface FeedEntry {
  /** Permanent, even if the site moves to another origin. */
  id: string;
  path: string;
  title: string;
  /** `null` if an engine made it. */
  author: string | null;
  published: Date;
  updated: Date;
  categories: string[];
  summary: string;
  /** The body as paragraphs, which may contain line breaks. */
  paragraphs: string[];
  /** Markdown content that follows the paragraphs. */
  markdown?: string;
  /** The external work that it is about. */
  source?: { title: string; url: string };
  imageUrl?: string;
}

/** A feed of one list's newest entries. */
export interface Feed {
  id: string;
  /** The page that shows the same list. */
  path: string;
  /** The path below which the feed itself is, if it is not that of the page. */
  ownPath?: string;
  title: string;
  description: string;
  /** When an entry last changed, in whole seconds; `null` for an empty feed. */
  updated: Date | null;
  entries: FeedEntry[];
}

/** A feed before ids are assigned. */
export interface FeedDraft extends Omit<Feed, "id" | "updated" | "entries"> {
  entries: FeedDraftEntry[];
  /** The newest checkpoint of the ledger, for the feed of an engine. */
  head?: StoredCheckpoint | null;
}

export type FeedDraftEntry = Omit<FeedEntry, "id"> & {
  kind: EditableKind | Engine | "moderation";
  of: string;
};
