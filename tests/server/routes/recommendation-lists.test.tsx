import { describe, expect, test } from "vitest";
import { site } from "~/config/site";
import { addDays, dayOf, startOf } from "~/domain/calendar-days";
import { storeCloses } from "~/models/price.server";
import { formatDayOfMonth } from "~/utils/dates";
import { describeRetryAfter } from "~/domain/retry-after";
import type { Viewer } from "~/domain/viewer";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import InvestmentClub from "~/routes/investmentclub/route";
import MomentumPage, {
  action as momentumAction,
  loader as momentumLoader,
} from "~/routes/momentum/list";
import SentimentPage, {
  action as sentimentAction,
  loader as sentimentLoader,
} from "~/routes/sentiment/list";
import { renderCached } from "~/utils/http/render-cached.server";
import { CachedMarkupProvider, type RenderCached } from "~/utils/cached-markup";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { addSignedIn, type SignedIn } from "../../setup/people";
import { addMomentum, importMomentumCloses } from "../../setup/recommendations";
import { ask, render, wordsOf } from "../../setup/routes";

useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" });
useDatabase();

const stored = () => collection("recommendations").countDocuments();
const day = (index: number) => new Date(Date.UTC(2026, 0, 5 + 7 * index, 9));

const engines = {
  momentum: { load: momentumLoader, act: momentumAction, Page: MomentumPage },
  sentiment: { load: sentimentLoader, act: sentimentAction, Page: SentimentPage },
} as const;
type Engine = keyof typeof engines;

const load = async (engine: Engine) => {
  const { data, status } = await ask(engines[engine].load, `/${engine}`);
  return { ...data, status };
};

/** Posts the page's form: natively with an address to go back to, or as by script without one. */
const post = (
  engine: Engine,
  person: SignedIn | null,
  back?: string,
  fields: Record<string, string> = {},
) =>
  ask(engines[engine].act, `/${engine}`, {
    cookie: person?.cookie,
    body: new URLSearchParams(back === undefined ? fields : { redirectTo: back, ...fields }),
  });

const open = async (engine: Engine, viewer: Viewer | null, path = "/") => {
  const { loaded } = await load(engine);
  return wordsOf(render(engines[engine].Page, { loaded }, { viewer, path }));
};

const nobody = null;

/** The markup of a page, rendered without and with the cache of markup. */
async function markups(engine: Engine) {
  const { loaded } = await load(engine);
  const { Page } = engines[engine];
  const draw = (rendering: RenderCached | null) =>
    render(
      Page,
      { loaded },
      { wrap: (page) => <CachedMarkupProvider value={rendering}>{page}</CachedMarkupProvider> },
    );
  return { fresh: draw(null), kept: draw(renderCached) };
}
const someone = async (isMember = false) => addSignedIn({ isMember });
const HISTORY_PROMPT = "Sign in to view detailed recommendation history and performance data.";

describe.each(["momentum", "sentiment"] as const)(
  "the %s page without recommendations",
  (engine) => {
    const empty = `No ${engine} recommendations available yet.`;
    const first = "Generate Your First Recommendation";

    test("says so, and offers a signed-in user to generate the first one", async () => {
      expect(await load(engine)).toMatchObject({
        status: 200,
        loaded: { recommendations: [], total: 0, example: null },
      });
      const visitor = await open(engine, nobody);
      expect(visitor).toContain(empty);
      expect(visitor).not.toMatch(/Generate (New|Your)/);
      const user = await open(engine, (await someone()).viewer);
      expect(user).toContain(empty);
      expect(user).toContain(first);
      expect(user.includes("Generate New")).toBe(engine === "sentiment");
      const member = await open(engine, (await someone(true)).viewer);
      expect(member).toContain(first);
      expect(member).toContain("Generate New");
      expect(member).not.toContain("Insights");
    });

    test("refuses a visitor's post with the standard message, natively and by script", async () => {
      for (const back of [undefined, `/${engine}`]) {
        const { status, data } = await post(engine, nobody, back);
        expect(status).toBe(401);
        expect(data?.formError?.message).toMatch(
          new RegExp(`^Failed to generate ${engine} recommendation\\. `),
        );
        expect(data?.toast).toMatchObject({ kind: "error", title: "Error" });
      }
      expect(await stored()).toBe(0);
    });
  },
);

test("the cached markup of the pages equals a fresh rendering, before and after a new recommendation", async () => {
  await importMomentumCloses(day(0));
  for (const count of [0, 1, 2]) {
    const moment = new Date(day(0).getTime() + count * 3_600_000);
    if (count) await Promise.all([momentumEngine.make(moment), sentimentEngine.make(moment)]);
    for (const engine of ["momentum", "sentiment"] as const) {
      const { fresh, kept } = await markups(engine);
      expect(fresh.match(/<article/g) ?? []).toHaveLength(count);
      expect(kept).toBe(fresh);
      expect((await markups(engine)).kept).toBe(fresh);
    }
  }
});

test("generating a momentum recommendation redirects back, and over the limit says when it can be repeated", async () => {
  await importMomentumCloses();
  const member = await someone(true);
  const { status, headers, location } = await post("momentum", member, "/momentum?view=table");
  expect([status, location]).toEqual([302, "/momentum?view=table"]);
  expect(headers.get("Set-Cookie")).toMatch(/^toast=/);
  const again = await post("momentum", member);
  expect(again.status).toBe(429);
  const seconds = Number(again.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(0);
  expect(again.data).toMatchObject({
    formError: {
      message: `Failed to generate momentum recommendation. ${describeRetryAfter(seconds)}`,
    },
  });
  expect(await stored()).toBe(1);
});

describe.each([
  ["momentum", "Preview", "previewMomentum"],
  ["sentiment", "Generate New", "generateSentiment"],
] as const)("a preview on the %s page", (engine, label, intent) => {
  const preview = (person: SignedIn | null, fields: Record<string, string> = {}) =>
    post(engine, person, `/${engine}`, { intent, ...fields });
  const makeOne = async () => {
    await importMomentumCloses();
    await (engine === "momentum"
      ? momentumEngine.make(new Date())
      : sentimentEngine.make(new Date()));
  };
  const SAID = "This is a preview. Nothing was stored: members and the weekly schedule make the";

  test("is shown on the page, marked as a preview, and not stored", async () => {
    await makeOne();
    const user = await someone();
    const { status, headers, data } = await preview(user);
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(data).toMatchObject({ toast: "previewMomentum.done", recommendation: { engine } });
    expect(await stored()).toBe(1);
    const { loaded } = await load(engine);
    expect(await open(engine, user.viewer)).toContain(label);
    expect(await open(engine, nobody)).not.toMatch(/Preview|Generate New/);
    expect(await open(engine, (await someone(true)).viewer)).toContain("Generate New");
    const page = wordsOf(
      render(engines[engine].Page, { loaded }, { viewer: user.viewer, posted: data }),
    );
    expect(page).toContain(`Preview ${SAID} recommendations. Computed on`);
    const { rationale } = data!.recommendation!;
    expect(page.split(rationale.slice(0, 40)).length).toBeGreaterThan(2);
  });

  test("is shown again without being counted when the form is posted again", async () => {
    await makeOne();
    const user = await someone();
    const first = await preview(user, { formKey: "a key" });
    const again = await preview(user, { formKey: "a key" });
    expect(again).toMatchObject({ status: 200, data: first.data });
    expect((await preview(user, { formKey: "another key" })).status).toBe(429);
    const kept = await collection("form-submissions").find().toArray();
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain("allocation");
  });
});

describe.each([
  ["momentum", "previewMomentum", "generateMomentum"],
  ["sentiment", "previewSentiment", "generateSentiment"],
] as const)("publishing on the %s page", (engine, preview, generate) => {
  test("follows a preview and a confirmation, and says if it differs from the preview", async () => {
    await importMomentumCloses();
    await (engine === "momentum" ? momentumEngine : sentimentEngine).make(new Date());
    const [member, other] = [await someone(true), await someone(true)];
    const { status, data: shown } = await post(engine, member, `/${engine}`, { intent: preview });
    expect([status, await stored()]).toEqual([200, 1]);
    const { loaded } = await load(engine);
    const page = render(engines[engine].Page, { loaded }, { viewer: member.viewer, posted: shown });
    expect(wordsOf(page)).toContain("This is a preview. Nothing was stored. Computed on");
    expect(wordsOf(page)).toContain("Publish it for good Publish");
    const previewed = /name="previewed" value="([^"]+)"/.exec(page)![1]!;

    const publish = (person: SignedIn, fields: Record<string, string>) =>
      post(engine, person, undefined, { intent: generate, answer: "data", ...fields });
    const unconfirmed = await publish(member, { previewed });
    expect(unconfirmed.status).toBe(400);
    expect(unconfirmed.data?.formError?.message).toBe(
      "Tick “Publish it for good” to publish a recommendation.",
    );
    expect(await stored()).toBe(1);
    const same = await publish(member, { previewed, confirmed: "on" });
    expect(same.data).toMatchObject({ toast: `${generate}.done` });
    const changed = await publish(other, { previewed: "BTC 99%, USDT 1%", confirmed: "on" });
    expect(changed.data).toMatchObject({ toast: `${generate}.changed` });
    expect(await stored()).toBe(3);
    expect((await load(engine)).loaded.recommendations?.map(({ isExtra }) => isExtra)).toEqual([
      ...[true, true, true],
    ]);
  });
});

describe("the momentum page", () => {
  /** Adds eight weekly recommendations, the last of them computed from prices. */
  const generateEight = async () => {
    for (let index = 0; index < 7; index += 1) await addMomentum(day(index));
    await importMomentumCloses(day(7));
    await momentumEngine.make(day(7), { bySchedule: true });
  };

  test("shows the newest with its reason, the former ones as cards, the total and the record, and lets members generate another", async () => {
    await generateEight();
    const { loaded } = await load("momentum");
    expect(loaded.total).toBe(8);
    expect(loaded.recommendations?.map(({ weekDate }) => weekDate)).toEqual([
      ...["2026-02-23", "2026-02-16", "2026-02-09", "2026-02-02", "2026-01-26", "2026-01-19"],
    ]);
    const page = render(MomentumPage, { loaded });
    expect(page.match(/<article/g)).toHaveLength(6);
    expect(page.match(/line-clamp-3/g)).toHaveLength(6);
    expect(page.match(/Not investment advice/g)).toHaveLength(1);
    expect(page).toContain(`href="/momentum/${loaded.recommendations![0]!.id}"`);

    const visitor = await open("momentum", nobody);
    expect(visitor).toContain(`${site.name} Investment Club`);
    expect(visitor).toContain("Sign In to Access Full Features");
    expect(visitor).toContain("Week of Feb 23, 2026 Created Feb 23, 2026");
    expect(visitor).toContain(
      "BTC 4-Week ROC +10.00% SOL 4-Week ROC +30.00% USDT 4-Week ROC 0.00%",
    );
    expect(visitor).not.toContain("Generate");
    const order = [
      "Not investment advice",
      "Live Momentum Recommendations",
      "Week of Feb 23, 2026",
      "SOL rose 30% in four weeks and BTC rose 10%: 60% in SOL and about a quarter in BTC.",
      "Earlier weeks",
      "Week of Feb 16, 2026",
      "Track record",
      "Investment Strategies",
    ].map((said) => visitor.indexOf(said));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(order).not.toContain(-1);
    expect(await open("momentum", (await someone()).viewer)).not.toContain("Generate");
    const member = await open("momentum", (await someone(true)).viewer);
    expect(member).toContain("Generate New");
    expect(member).not.toContain("Your First");
    expect(member).not.toContain("Sign In");
  });

  test("says the verdict, the outcome so far, and that one that a member had made is not in the record", async () => {
    const today = dayOf(new Date());
    const from = (days: number, price: number) =>
      Array.from({ length: days }, (_, index) => ({
        day: addDays(today, index - days),
        close: price * 1.01 ** index,
      }));
    await storeCloses("import", "BTC", from(20, 100));
    await storeCloses(
      "import",
      "USDT",
      from(20, 1).map((close) => ({ ...close, close: 1 })),
    );
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    await addMomentum(at(14), { BTC: 100 });
    await addMomentum(at(3), { BTC: 40, USDT: 60 }, {});
    const { loaded } = await load("momentum");
    const page = wordsOf(render(MomentumPage, { loaded: { ...loaded, example: null } }));
    expect(page).toContain("In 1 week Momentum gained 13.7%; BTC gained 13.7%.");
    expect(page).toContain(
      "Luck is not excluded: after 1 week nobody can tell skill from chance. The full track record",
    );
    // 40 · 1.01^2 + 60
    const last = formatDayOfMonth(startOf(addDays(today, 4)));
    expect(page).toContain(`Outcome: so far +0.80% (BTC +2.01%), final on ${last}`);
    expect(page.match(/Extra, not in the record/g)).toHaveLength(1);
  });

  test("explains its method with the latest recommendation, and shows a table on request", async () => {
    await importMomentumCloses(day(0));
    await momentumEngine.make(day(0), { bySchedule: true });
    // Computed by hand: 54,545.45 · 1.1 = 60,000; 10 / 38.53 and 30 / 38.53 are shares of 1 to 3; 38.53 < 40.
    expect(await open("momentum", nobody)).toContain(
      "BTC SOL USDT" +
        " 1 Close 28 days before 54,545.45 115.38 1.0000 1 Last close 60,000.00 150.00 1.0000" +
        " 1 Change +10.00% +30.00% 0.00% 2 Gain above the hurdle of 0.00% 10.00% 30.00% –" +
        " 3 Annual volatility 38.53% 38.53% – 3 Gain ÷ volatility 0.260 0.779 –" +
        " 3 Weight 25.00% 75.00% –" +
        " 4 Invested: all, as their combined volatility of 38.53% is within 40% 25.00% 75.00% –" +
        " 5 Allocation 25% 60% 15%",
    );
    const table = await open("momentum", nobody, "/?view=table");
    expect(table).toContain("Date Description Allocation ROC Data Week of Jan 5, 2026");
    expect(table).toContain("BTC 25% SOL 60% USDT 15%");
    expect(table).toContain("Not investment advice");
    expect(await open("momentum", nobody, "/?view=nonsense")).not.toContain("Description");
  });

  test("has no line for an unknown rate of change", async () => {
    await importMomentumCloses(day(0));
    await collection("prices").deleteMany({ asset: "SOL" });
    await momentumEngine.make(day(0), { bySchedule: true });
    const page = await open("momentum", nobody);
    expect(page).toContain("BTC 4-Week ROC");
    expect(page).not.toContain("SOL 4-Week ROC");
    expect(page).toContain("Prices missing");
  });
});

test.each(["momentum", "sentiment"] as const)(
  "the %s page keeps its example when the inputs of the recommendation cannot be read",
  async (engine) => {
    await importMomentumCloses(day(0));
    await momentumEngine.make(day(0), { bySchedule: true });
    await sentimentEngine.make(day(0), { bySchedule: true });
    await collection("recommendation-inputs").deleteMany({});
    expect((await load(engine)).loaded.example).toMatchObject({
      allocation: expect.objectContaining({ USDT: expect.any(Number) }),
    });
  },
);

describe("the sentiment page", () => {
  test("shows a week without mentions, and the insights", async () => {
    await sentimentEngine.make(day(0), { bySchedule: true });
    await sentimentEngine.make(day(1), { bySchedule: true });
    const page = await open("sentiment", nobody);
    expect(page).toContain("Sentiment Analysis Hub");
    expect(page).toContain("Sign In to Generate Recommendations");
    expect(page).not.toContain("Generate New");
    expect(page).toContain("Week of Jan 12, 2026 Created Jan 12, 2026 Top Token N/A Mentions 0");
    expect(page).toContain("Most Mentioned Token N/A Week of Jan 12, 2026 Peak Mentions 0");
    expect(page).toContain("Total Recommendations 2 Generated this period");
    expect(page).toContain("No token is covered");
    const user = await open("sentiment", (await someone()).viewer);
    expect(user).toContain("Generate New");
    expect(user).toContain("Analyzing...");
  });

  test("says “This week” for a recommendation of the current week", async () => {
    await sentimentEngine.make(new Date(), { bySchedule: true });
    expect(await open("sentiment", nobody)).toContain("Most Mentioned Token N/A This week");
  });
});

test.each([
  ["the club", "Total Returns +42.7%", "DAO Approval Rate 75% Community approved"],
  ["momentum", "Total Recommendations 4", "Avg Performance +10.7%"],
] as const)(
  "history and summary of %s are shown to signed-in users only, labelled as samples",
  async (which, ...figures) => {
    const page = async (viewer: Viewer | null) =>
      which === "momentum"
        ? open("momentum", viewer)
        : wordsOf(render(InvestmentClub, null, { viewer }));
    const user = await page((await someone()).viewer);
    for (const figure of figures) expect(user).toContain(figure);
    for (const said of ["+18.4%", "−4.8%", "Deep Value", "06/10/2026", "Sample history"]) {
      expect(user).toContain(said);
    }
    expect(user).toContain("Sample figures");
    expect(user).not.toContain(HISTORY_PROMPT);
    const visitor = await page(nobody);
    expect(visitor).toContain(`${HISTORY_PROMPT} Sign In`);
    for (const hidden of [...figures, "+18.4%", "Performance Summary"]) {
      expect(visitor).not.toContain(hidden);
    }
    for (const strategy of ["Momentum", "Event Driven", "Yield Farming", "Machine Learning"]) {
      expect(visitor).toContain(strategy);
    }
  },
);
