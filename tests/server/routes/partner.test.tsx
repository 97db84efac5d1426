import { beforeEach, expect, test } from "vitest";
import { importApplications } from "~/models/membership-application.server";
import Partner, { loader } from "~/routes/partner/route";
import { useDatabase } from "../../setup/database";
import { addSignedIn, type SignedIn } from "../../setup/people";
import { load as run, render } from "../../setup/routes";
import { idOf } from "../../setup/rows";

useDatabase();

let member: SignedIn;
beforeEach(async () => {
  member = await addSignedIn({ isMember: true });
});

const load = (search: string, { cookie }: { cookie: string } = member) =>
  run(loader, `/partner${search}`, { cookie });
const page = async (search: string) =>
  render(Partner, await load(search), { path: `/partner${search}`, viewer: member.viewer });

/** Opens `count` applications, by applicants 1, 2 and so on, which close in this order. */
const open = (count: number) =>
  importApplications(
    Array.from({ length: count }, (_, i) => ({
      id: idOf(i + 1),
      userId: idOf(i + 1),
      name: `Applicant ${i + 1}`,
      statement: "I read prospectuses.",
      openedAt: new Date(),
      closedAt: null,
      closesAt: new Date(Date.now() + 86_400_000 + Math.floor(i / 7) * 1000),
      needed: 3,
      votes: [],
      status: "pending" as const,
      carriedOut: false,
    })),
  );

const namesIn = (html: string) => [...html.matchAll(/>(Applicant \d+)</g)].map(([, name]) => name);
const linkIn = (html: string, rel: string) =>
  new RegExp(`rel="${rel}"[^>]*href="/partner([^"#]*)#applications"`).exec(html)?.[1];

test("shows members the open applications in pages, with their total", async () => {
  await open(120);
  const seen: (string | undefined)[] = [];
  let search: string | undefined = "";
  let last = "";
  for (let pages = 0; search !== undefined; pages += 1) {
    expect(pages).toBeLessThan(4);
    last = await page(search);
    expect(last).toContain("(120)");
    seen.push(...namesIn(last));
    search = linkIn(last, "next");
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => `Applicant ${i + 1}`));
  const back = await page(linkIn(last, "prev") ?? "");
  expect(namesIn(back)).toEqual(seen.slice(50, 100));
});

test("redirects after a vote to the page on which it was cast", async () => {
  await open(51);
  const search = linkIn(await page(""), "next");
  const html = await page(search ?? "");
  expect(namesIn(html)).toEqual(["Applicant 51"]);
  expect(html).toContain(`action="/partner${search}"`);
  expect(html).toContain(`name="redirectTo" value="/partner${search}"`);
});

test("links an empty page to the first page, and shows the first page for an invalid cursor", async () => {
  await open(1);
  const html = await page(`?after=${idOf(9)}.${Date.now() + 2 * 86_400_000}`);
  expect(html).toContain("There are no applications on this page.");
  expect(html).toContain('href="/partner#applications"');
  expect(namesIn(await page("?after=nonsense"))).toEqual(["Applicant 1"]);
});

test("counts up to a thousand applications", async () => {
  await open(1000);
  expect((await load("")).membership?.pending?.total).toEqual({ count: 1000, isMore: false });
  await open(1001);
  expect((await load("")).membership?.pending?.total).toEqual({ count: 1000, isMore: true });
  expect(await page("")).toMatch(/at least <\/span>1,000<span aria-hidden="true">\+/);
});
