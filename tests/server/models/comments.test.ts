import { beforeEach, expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import { onArticle } from "~/domain/threads";
import { importComments, listComments } from "~/models/comment.server";
import { useDatabase } from "../../setup/database";
import { atMinute, commentRow, idOf } from "../../setup/rows";

useDatabase();

const article = idOf(101);
const comment = (number: number, articleId = article) =>
  // Three comments in each minute, so that pages end within a tie.
  commentRow(number, {
    subject: onArticle(articleId),
    createdAt: atMinute(Math.floor(number / 3)),
  });

beforeEach(() =>
  importComments([
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => comment(number)),
    comment(50, idOf(102)),
  ]),
);

test.each([1, 3, 11])(
  "comments of an article are listed oldest first, each once, in pages of %d",
  async (limit) => {
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const after = cursor ? decodeCursor(cursor) : null;
      const page = await listComments(onArticle(article), { limit, after });
      read.push(...page.items.map(({ content }) => content));
      cursor = page.next;
    } while (cursor);
    expect(read).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `Comment ${number}`));
  },
);
