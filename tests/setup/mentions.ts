/** Mentions for tests, by members, whose mentions count in full. */
import mongoose, { Types } from "mongoose";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import { importMentions, type StoredMention } from "~/models/mention.server";
import { idOf } from "./rows";

let made = 0;
/** A mention, by default of BTC an hour ago, in a document and by an author of its own. */
export const someMention = (fields: Partial<StoredMention> = {}): StoredMention => ({
  token: "BTC",
  p: 0.6,
  kind: "comment",
  document: idOf((made += 1)),
  author: idOf(0xa000 + made),
  createdAt: Date.now() - 3_600_000,
  method: String(SENTIMENT_METHOD),
  sketch: [],
  ...fields,
});

const LONG_AGO = new Date(Date.now() - 400 * 86_400_000);

/** Stores mentions, and creates the accounts of their authors if necessary. */
export async function addMentions(mentions: readonly StoredMention[]): Promise<void> {
  await addMembers([...new Set(mentions.map(({ author }) => author))]);
  await importMentions(mentions);
}

/** Adds members with these ids, unless they exist; trust is computed again when it is read next. */
export async function addMembers(ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({
    updateOne: {
      filter: { _id: new Types.ObjectId(id) },
      update: {
        $setOnInsert: {
          email: `${id}@example.org`,
          name: id,
          nameKey: id,
          nameSkeleton: id,
          passwordHash: "none",
          isMember: true,
          admission: { by: "vote", at: LONG_AGO },
          createdAt: LONG_AGO,
        },
      },
      upsert: true,
    },
  }));
  if (rows.length) await mongoose.connection.collection("users").bulkWrite(rows);
  await mongoose.connection.collection<{ _id: string }>("settings").deleteOne({ _id: "trust" });
}
