/** Mentions for tests, by authors whose accounts are old enough that their mentions count in full. */
import mongoose, { Types } from "mongoose";
import { importMentions } from "~/models/mention.server";
import type { StoredMention } from "~/models/mention.server";

const LONG_AGO = new Date(Date.now() - 400 * 86_400_000);

/** Stores mentions, and creates the accounts of their authors if necessary. */
export async function addMentions(mentions: readonly StoredMention[]): Promise<void> {
  await addFounders([...new Set(mentions.map(({ author }) => author))]);
  await importMentions(mentions);
}

/** Adds accounts with these ids, unless they exist. All are equally old. */
export async function addFounders(ids: readonly string[]): Promise<void> {
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
          isMember: false,
          createdAt: LONG_AGO,
        },
      },
      upsert: true,
    },
  }));
  if (rows.length) await mongoose.connection.collection("users").bulkWrite(rows);
}
