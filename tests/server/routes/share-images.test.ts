/** The images of articles and recommendations for link previews. */
import { expect, test, vi } from "vitest";
import { loader } from "~/routes/images.$kind.$file";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { drawShareImage } from "~/services/share-images.server";
import * as worker from "~/services/worker/worker.server";
import { articleCard } from "~/utils/seo/share-cards.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";
import { addMomentum, addSentiment } from "../../setup/recommendations";
import { argsFor } from "../../setup/routes";

useDatabase();

const imageOf = async (kind: string, file: string, headers = {}) => {
  const args = argsFor(`/images/${kind}/${file}`, { params: { kind, file }, headers });
  return loader(args).catch((thrown: unknown) => thrown as Response);
};

/** The width and height in the header of a PNG. */
function sizeOf(png: ArrayBuffer): number[] {
  const view = new DataView(png);
  expect(view.getUint32(0)).toBe(0x89504e47);
  return [view.getUint32(16), view.getUint32(20)];
}

test("articles and recommendations have a PNG of 1200 by 630, which is not sent twice", async () => {
  const article = await addArticle({ title: "<b>Löhne & Zinsen</b> 🚀 שלום" });
  const subjects = [
    ["article", article.id],
    ["momentum", (await addMomentum(new Date())).id],
    ["sentiment", (await addSentiment(new Date())).id],
  ] as const;
  for (const [kind, id] of subjects) {
    const response = await imageOf(kind, `${id}.png`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(sizeOf(await response.arrayBuffer())).toEqual([1200, 630]);
    const again = { "If-None-Match": response.headers.get("ETag")! };
    expect((await imageOf(kind, `${id}.png`, again)).status).toBe(304);
  }
});

test("what is missing, removed or of another kind has none", async () => {
  const author = await addUser();
  const removed = await addArticle({ author });
  await removeOwnArticle(author, removed.id);
  const { id } = await addMomentum(new Date());
  const addresses = [
    ["article", `${removed.id}.png`],
    ["article", `${"0".repeat(24)}.png`],
    ["article", "x.png"],
    ["sentiment", `${id}.png`],
    ["momentum", `${id}.svg`],
    ["toString", `${id}.png`],
  ] as const;
  for (const [kind, file] of addresses) expect((await imageOf(kind, file)).status).toBe(404);
});

test("an image is drawn once for all who ask, and no more than 21 wait", async () => {
  let draw = () => {};
  const free = new Promise<void>((resolve) => (draw = resolve));
  const inWorker = vi.spyOn(worker, "inWorker").mockImplementation((async () => {
    await free;
    return new Uint8Array([1]);
  }) as never);
  const card = (title: string) =>
    articleCard({
      title,
      category: { slug: "macro", name: "Macro" },
      reviewer: "ada",
      url: "https://example.org",
      upvotes: 0,
      commentCount: 0,
      createdAt: "2026-01-31T00:00:00.000Z",
    });
  const first = [drawShareImage(card("0")), drawShareImage(card("0"))];
  await vi.waitFor(() => expect(inWorker).toHaveBeenCalledOnce());
  const waiting = Array.from({ length: 20 }, (_, index) => drawShareImage(card(`${index + 1}`)));
  await expect(drawShareImage(card("one more"))).rejects.toMatchObject({
    kind: "unavailable",
    details: { retryAfterSeconds: 5 },
  });
  draw();
  await Promise.all([...first, ...waiting]);
  await drawShareImage(card("20"));
  expect(inWorker).toHaveBeenCalledTimes(21);
});
