import { expect, test } from "vitest";
import { addUpvote } from "~/models/upvote.server";
import PersonPage, { loader } from "~/routes/people/person";
import { refreshTrust } from "~/services/recommendations/trust.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, type SignedIn } from "../../setup/people";
import { ask, render } from "../../setup/routes";

useDatabase();

/** @returns the text of a person's page as somebody sees it */
async function page(of: SignedIn, by: SignedIn | null): Promise<string> {
  const path = `/people/${of.viewer.name}`;
  const asked = { params: { name: of.viewer.name }, cookie: by?.cookie };
  const { data } = await ask(loader, path, asked);
  return render(PersonPage, data, { path, viewer: by?.viewer }).replace(/<[^>]*>/g, "");
}

test("people see on their own page how far they are trusted, and nobody else does", async () => {
  const [root, author] = [await addSignedIn({ isMember: true }), await addSignedIn()];
  expect(await page(author, author)).toContain("It has not been computed yet");
  await refreshTrust();
  expect(await page(author, author)).toContain(
    "0.0000 of 1, because nobody with trust has upvoted",
  );
  await addUpvote(
    { kind: "article", id: (await addArticle({ author: author.viewer })).id },
    root.viewer.id,
  );
  await addUpvote(
    { kind: "article", id: (await addArticle({ author: root.viewer })).id },
    author.viewer.id,
  );
  await refreshTrust();
  expect(await page(author, author)).toMatch(
    /0\.0585 of 1, from 1 person with trust who upvoted.*Computed .* from 2 upvotes and 1 member\./s,
  );
  expect(await page(root, root)).toContain("1.0000 of 1, because trust starts at you; 1 person");
  for (const other of [root, null]) {
    expect(await page(author, other)).not.toMatch(/trust/i);
  }
});
