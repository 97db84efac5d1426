import { describe, expect, test } from "vitest";
import { signIn, signUp } from "~/services/accounts/accounts.server";
import {
  cancelDeletion,
  scheduleDeletion,
} from "~/services/account-deletion/account-deletion.server";
import { requestPasswordReset } from "~/services/accounts/new-password.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { ServiceError } from "~/services/errors";
import { enforceRateLimit } from "~/services/rate-limits.server";
import { applyForMembership } from "~/services/membership/membership.server";
import { putReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { submitOnce } from "~/services/submissions.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { kindOf } from "../../setup/outcomes";
import {
  addArticle,
  addUser,
  HERE,
  PASSWORD,
  signUpSomebody,
  someReview,
  someArticle,
  upvoteArticle,
} from "../../setup/people";

// Exceeded limits are also kept in memory, so each test has users
// and addresses of its own.
useEnvironment({
  RATE_LIMITS: "on",
  RATE_LIMIT_SIGN_IN_ACCOUNT: "10",
  RATE_LIMIT_SIGN_IN_ADDRESS: "14",
  RATE_LIMIT_SIGN_IN_ELSEWHERE: "11",
  RATE_LIMIT_SIGN_UP: "3",
  RATE_LIMIT_ARTICLES: "2",
  RATE_LIMIT_REVIEWS: "3",
  RATE_LIMIT_COMMENTS: "2",
  RATE_LIMIT_UPVOTES: "2",
});
useDatabase();

const from = (address: string) => ({ ...HERE, address });
const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

const times = (count: number, kind: string): string[] => Array<string>(count).fill(kind);

async function outcomes(count: number, act: (i: number) => Promise<unknown>): Promise<string[]> {
  const all: string[] = [];
  for (let i = 0; i < count; i += 1) all.push(await kindOf(act(i)));
  return all;
}

async function waitOf(act: Promise<unknown>): Promise<number | undefined> {
  const refusal = await act.then(
    () => null,
    (error: unknown) => error,
  );
  return refusal instanceof ServiceError ? refusal.details.retryAfterSeconds : undefined;
}

describe("signing in", () => {
  test("is limited to 10 attempts in 15 minutes for an account from an address", async () => {
    const { email } = await signUpSomebody();
    const guess = () => signIn({ email, password: "wrong guess!" }, from("198.51.100.1"));
    expect(await outcomes(12, guess)).toEqual([
      ...times(10, "unauthenticated"),
      ...times(2, "limited"),
    ]);

    const right = { email, password: PASSWORD };
    const wait = await waitOf(signIn(right, from("198.51.100.1")));
    expect(wait).toBeGreaterThan(QUARTER_HOUR - 60);
    expect(wait).toBeLessThanOrEqual(QUARTER_HOUR);
    expect(Number.isInteger(wait)).toBe(true);

    expect(await kindOf(signIn(right, from("198.51.100.2"))), "from elsewhere").toBe("ok");
  });

  test("with the right password resets the count", async () => {
    const { email } = await signUpSomebody();
    const guess = () => signIn({ email, password: "wrong guess!" }, from("198.51.100.4"));
    expect(await outcomes(9, guess)).toEqual(times(9, "unauthenticated"));
    expect(await kindOf(signIn({ email, password: PASSWORD }, from("198.51.100.4")))).toBe("ok");
    expect(await outcomes(4, guess)).toEqual(times(4, "unauthenticated"));
  });

  test("is limited for an address across accounts", async () => {
    const guess = (i: number) =>
      signIn({ email: `nobody${i}@example.org`, password: "wrong!!!" }, from("198.51.100.5"));
    expect(await outcomes(15, guess)).toEqual([...times(14, "unauthenticated"), "limited"]);
  });

  test("is limited to ten of fourteen simultaneous attempts", async () => {
    const { email } = await signUpSomebody();
    const all = await Promise.all(
      Array.from({ length: 14 }, () =>
        kindOf(signIn({ email, password: "wrong guess!" }, from("198.51.100.6"))),
      ),
    );
    expect(all.sort()).toEqual([...times(4, "limited"), ...times(10, "unauthenticated")]);
  });
});

test("signing up is limited for an address, including failures", async () => {
  const attempt = (i: number) =>
    signUp(
      { email: "mara@example.org", name: `Mara${i}`, password: PASSWORD },
      from("198.51.100.7"),
    );
  expect(await outcomes(4, attempt)).toEqual(["ok", "conflict", "conflict", "limited"]);
  const wait = await waitOf(attempt(4));
  expect(wait).toBeGreaterThan(HOUR - 60);
  expect(wait).toBeLessThanOrEqual(HOUR);
});

describe("the hourly limit of a user", () => {
  test("applies to articles, comments and upvotes, separately for each user", async () => {
    const [mara, ida, { id }] = [await addUser(), await addUser(), await addArticle()];
    for (const act of [
      () => postArticle(mara, someArticle()),
      () => commentOnArticle(mara, id, { content: "Yes." }),
      () => upvoteArticle(mara, id),
    ])
      expect(await outcomes(3, act)).toEqual(["ok", "ok", "limited"]);
    expect(await collection("comments").countDocuments()).toBe(2);
    expect(await kindOf(postArticle(ida, someArticle()))).toBe("ok");
  });

  test("applies to new and replaced reviews, and nothing is stored over it", async () => {
    const [mara, ida, input] = [await addUser(), await addUser(), someReview()];
    const acts = [
      () => addReview(mara, input),
      () => addReview(mara, input),
      () => putReview(mara, input),
      () => putReview(mara, { ...input, rating: 1 }),
      () => addReview(mara, someReview()),
    ];
    expect(await outcomes(5, (i) => acts[i]!())).toEqual([
      ...["ok", "conflict", "ok"],
      ...["limited", "limited"],
    ]);
    expect(await collection("reviews").find().toArray()).toMatchObject([{ rating: input.rating }]);
    expect(await kindOf(addReview(ida, input))).toBe("ok");
  });
});

test("applications for membership have a daily limit for each user", async () => {
  const [mara, ida] = [await addUser(), await addUser()];
  const apply = () => applyForMembership(mara, { statement: "I read prospectuses." });
  expect(await outcomes(6, apply)).toEqual(["ok", ...times(4, "conflict"), "limited"]);
  const wait = await waitOf(apply());
  expect(wait).toBeGreaterThan(24 * HOUR - 60);
  expect(wait).toBeLessThanOrEqual(24 * HOUR);
  expect(await kindOf(applyForMembership(ida, { statement: "I read them, too." }))).toBe("ok");
});

test("forms with a key are limited to 3,000 an hour for a user, so that their documents are limited", async () => {
  const [mara, ida] = [await addUser(), await addUser()];
  const rows = collection("form-submissions");
  const submit = ({ id: userId }: typeof mara, key: string) =>
    submitOnce({ key, userId, fields: [] }, async () => ({}));
  expect(await kindOf(submit(mara, "first"))).toBe("ok");
  for (let i = 1; i < 3_000; i += 1) await enforceRateLimit("submissions", mara.id);
  expect(await kindOf(submit(mara, "one too many"))).toBe("limited");
  expect(await rows.countDocuments()).toBe(1);
  expect(await kindOf(submit(ida, "first"))).toBe("ok");
});

test("account changes that need the password are limited to 30 an hour", async () => {
  const { viewer, email } = await signUpSomebody();
  const leave = async () => {
    await scheduleDeletion(
      viewer,
      { content: "keep", currentPassword: PASSWORD },
      from("192.0.2.90"),
    );
    await cancelDeletion(viewer, "https://site.example");
  };
  expect(await kindOf(leave())).toBe("ok");
  for (let i = 2; i < 30; i += 1) await enforceRateLimit("accountChanges", viewer.id);
  expect(await outcomes(2, leave)).toEqual(["ok", "limited"]);
  // A new password can still be requested by mail.
  const reset = requestPasswordReset({ email }, from("192.0.2.91"));
  expect(await kindOf(reset)).toBe("ok");
});
