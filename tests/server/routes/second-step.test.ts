import { beforeEach, describe, expect, test } from "vitest";
import { action as signInOrUp, loader as signInPage } from "~/routes/accounts/account";
import { action as finish, loader as page } from "~/routes/accounts/second-step";
import { useDatabase } from "../../setup/database";
import { addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";
import { ask, type Handler } from "../../setup/routes";
import { addSecondFactor } from "../../setup/second-factor";

useDatabase();

let person: Awaited<ReturnType<typeof signUpSomebody>>;
let factor: Awaited<ReturnType<typeof addSecondFactor>>;
beforeEach(async () => {
  person = await signUpSomebody();
  factor = await addSecondFactor(person.viewer);
});

const cookiesOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries(
    headers.getSetCookie().map((cookie) => cookie.split(";")[0]!.split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>;

const post = async (action: Handler, path: string, fields: Record<string, string>, cookie = "") => {
  const answer = await ask(action, path, { body: new URLSearchParams(fields), cookie });
  return { ...answer, cookies: cookiesOf(answer) };
};

const CODE_PAGE = "/login/code?redirectTo=%2Fmacro%3Fsort%3Dtop";
const credentials = () => ({ email: person.email, password: PASSWORD });
async function stepCookie(): Promise<string> {
  const { cookies } = await post(signInOrUp, "/login", credentials());
  return `step=${cookies.step}`;
}

describe("the password", () => {
  test("redirects a browser without scripts to the second step, and opens no session", async () => {
    const answer = await post(signInOrUp, "/login?redirectTo=/macro?sort=top", credentials());
    expect(answer).toMatchObject({ status: 302, location: CODE_PAGE });
    expect(Object.keys(answer.cookies)).toEqual(["step"]);
  });

  test("returns the address of the second step to a script", async () => {
    const fields = { ...credentials(), answer: "token" };
    const answer = await post(signInOrUp, "/login?redirectTo=/macro?sort=top", fields);
    expect(answer).toMatchObject({ status: 200, data: { next: CODE_PAGE } });
    expect(Object.keys(answer.cookies)).toEqual(["step"]);
  });
});

describe("the second step", () => {
  test("shows its page after the password, and redirects others to sign in", async () => {
    const shown = await ask(page, CODE_PAGE, { cookie: await stepCookie() });
    expect(shown.data).toMatchObject({ redirectTo: "/macro?sort=top", isRecovery: false });
    for (const cookie of ["", "step=made-up", `step=${"x".repeat(5000)}`]) {
      const sent = await ask(page, CODE_PAGE, { cookie });
      expect(sent).toMatchObject({
        status: 302,
        location: "/login?redirectTo=%2Fmacro%3Fsort%3Dtop",
      });
    }
  });

  test("returns a token to a script, as signing in does", async () => {
    const fields = { code: factor.codes[0]!, answer: "token" };
    const answer = await post(finish, CODE_PAGE, fields, await stepCookie());
    expect(answer.data).toMatchObject({ token: expect.any(String) });
  });

  test("shows an error at the field for a wrong code, and keeps what was typed", async () => {
    const cookie = await stepCookie();
    for (const code of ["000000", "", "\0", "x".repeat(1000)]) {
      const { status, data, cookies } = await post(finish, CODE_PAGE, { code }, cookie);
      expect(status, code.slice(0, 9)).toBe(400);
      expect(data).toMatchObject({ result: { error: { code: [expect.any(String)] } } });
      expect(cookies).toEqual({});
    }
    const { data } = await post(finish, CODE_PAGE, { code: "123123" }, cookie);
    expect(data).toMatchObject({ result: { initialValue: { code: "123123" } } });
  });
});

test("somebody who is signed in is redirected from the page, but the dialog stays open", async () => {
  const { cookie } = await addSignedIn();
  const open = (query: string) => ask(signInPage, `/login?${query}`, { cookie });
  expect(await open("redirectTo=/macro")).toMatchObject({ status: 302, location: "/macro" });
  expect(await open("redirectTo=//evil.example")).toMatchObject({ status: 302, location: "/" });
  expect((await open("for=dialog")).status).toBe(200);
});
