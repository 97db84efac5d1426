/** Fills a data directory with a week of articles and comments that name tokens. */
import mongoose, { Types } from "mongoose";
import { categories } from "~/domain/categories";
import { onArticle } from "~/domain/threads";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { importMentions, type WrittenKind } from "~/models/mention.server";
import { openSessions } from "~/models/session.server";
import { createUser, setMember } from "~/models/user.server";
import { mentionsOf } from "~/services/recommendations/mentions.server";
import { scoreDocument } from "~/services/scoring/score-documents.server";

const BATCH = 2_000;
const MEMBERS = 5_000;
const COMMENTS_PER_ARTICLE = 11;
/** Within the seven days that a recommendation reads, however long filling takes. */
const SPAN_MS = 6.5 * 86_400_000;
/** All texts have the same salt, because these hashes need no protection. */
const SALT = "0".repeat(32);

export interface Week {
  /** Of a member, who may generate recommendations. */
  token: string;
  mentions: number;
}

/** Stores `size` documents; their mentions are found and scored by the same code as in the site. */
export async function fillWeek(dataDir: string, size: number): Promise<Week> {
  await startDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  try {
    await importMembers();
    const articles = Math.ceil(size / (COMMENTS_PER_ARTICLE + 1));
    const begin = Date.now() - SPAN_MS;
    const at = (index: number) => new Date(begin + (SPAN_MS * index) / size);
    let mentions = 0;
    const note = async (kind: WrittenKind, documents: readonly Written[]) => {
      const found = documents.flatMap(({ texts, ...document }) =>
        mentionsOf({ ...document, kind, texts }, scoreDocument(kind, texts), SALT),
      );
      mentions += found.length;
      await importMentions(found);
    };
    for (let from = 0; from < size; from += BATCH) {
      const indexes = Array.from({ length: Math.min(BATCH, size - from) }, (_, i) => from + i);
      const [newArticles, newComments] = [
        indexes.filter((i) => i < articles).map((i) => article(i, at(i))),
        indexes
          .filter((i) => i >= articles)
          .map((i) => comment(i, at(i), idOf(at(i % articles), i % articles))),
      ];
      await importArticles(newArticles);
      await importComments(newComments);
      await note(
        "article",
        newArticles.map((one) => ({ ...one, texts: [one.title, one.summary, one.content] })),
      );
      await note(
        "comment",
        newComments.map((one) => ({ ...one, texts: [one.content] })),
      );
    }
    return { mentions, token: await signInMember() };
  } finally {
    await closeDatabase();
  }
}

type Written = { id: string; authorId: string; createdAt: Date; texts: string[] };

/** Creates members, so that their texts count in full. */
async function importMembers(): Promise<void> {
  const createdAt = new Date("2024-01-01T00:00:00Z");
  await mongoose.connection.collection("users").insertMany(
    Array.from({ length: MEMBERS }, (_, i) => {
      const name = `member ${i}`;
      return {
        _id: new Types.ObjectId(memberId(i)),
        email: `${i}@example.com`,
        createdAt,
        name,
        nameKey: name,
        nameSkeleton: name,
        passwordHash: "none",
        isMember: true,
        admission: { by: "vote", at: createdAt },
      };
    }),
  );
}

async function signInMember(): Promise<string> {
  const member = { email: "writer@example.com", name: "Writer", passwordHash: "none" };
  const { id } = (await createUser(member))!;
  await setMember(id, true);
  return (await openSessions(id, ["token"], { userAgent: "bench" })).token;
}

const article = (index: number, createdAt: Date) => ({
  id: idOf(createdAt, index),
  createdAt,
  authorId: memberId(index % MEMBERS),
  reviewer: `member ${index % MEMBERS}`,
  title: `Notes, part ${index}`,
  summary: opinion(index),
  url: `https://journal.example/${index}/week`,
  urlKey: `journal.example/${index}/week`,
  category: categories[index % categories.length]!.slug,
  content: Array.from(
    { length: 12 },
    (_, i) => `${sentence(index + i)} ${opinion(index + i)}`,
  ).join("\n\n"),
  views: 100,
  upvotes: index % 50,
  commentCount: COMMENTS_PER_ARTICLE,
  commentsByOthers: COMMENTS_PER_ARTICLE,
});

const comment = (index: number, createdAt: Date, articleId: string) => ({
  id: idOf(createdAt, index),
  createdAt,
  subject: onArticle(articleId),
  authorId: memberId((index * 7) % MEMBERS),
  username: `member ${(index * 7) % MEMBERS}`,
  content: `${sentence(index)} ${opinion(index)}\n${sentence(index + 5)}`,
});

/** An ObjectId of a time, with a number. */
const idOf = (at: Date, number: number) =>
  Math.floor(at.getTime() / 1000)
    .toString(16)
    .padStart(8, "0") + number.toString(16).padStart(16, "0");
const memberId = (member: number) => idOf(new Date(0), member);

const WORDS = (
  "the yield of a bond that nobody wants tells more about its risk than any rating and in a " +
  "quiet market every price is an opinion held by whoever sold last while liquidity drains from " +
  "small tokens first when treasuries move because investors read the same charts governance " +
  "votes pass with few voices but costs compound longer than returns do so an allocation which " +
  "survives its owner's doubts beats one that is optimal on paper only"
).split(" ");
const TOKENS = "$BTC bitcoin $ETH Ethereum $SOL Solana $LINK $ADA dogecoin".split(" ");
const VIEWS = [
  "looks strong to me and I like it",
  "is a great thing to hold for years",
  "was a terrible disappointment this week",
  "is not bad at this price",
  "has lost the support that it had",
  "goes on as before",
];

/** Fourteen words that differ from those of any other number. */
const sentence = (number: number) =>
  Array.from({ length: 14 }, (_, i) => WORDS[(number * (i + 3) + i * i) % WORDS.length])
    .join(" ")
    .concat(` ${number}.`);

const opinion = (number: number) =>
  `I think that ${TOKENS[number % TOKENS.length]} ${VIEWS[number % VIEWS.length]}.`;
