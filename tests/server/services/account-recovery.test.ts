import { Types } from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { User } from "~/models/user.schema.server";
import { authenticate, signUp } from "~/services/accounts/accounts.server";
import { changePassword as setPasswordOf } from "~/services/accounts/admin.server";
import {
  confirmEmailChange,
  requestEmailChange,
  restoreEmail,
} from "~/services/accounts/email.server";
import { readPasskeys } from "~/services/accounts/passkeys.server";
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from "~/services/accounts/new-password.server";
import {
  cancelDeletion,
  deleteDueAccounts,
  scheduleDeletion,
} from "~/services/account-deletion/account-deletion.server";
import {
  beginSetUp,
  confirmSetUp,
  readSecondFactor,
  renewRecoveryCodes,
} from "~/services/accounts/second-factor.server";
import { makeToken } from "~/services/accounts/sessions.server";
import { requestExport } from "~/services/exports/exports.server";
import { collection, rowOf, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { messageOf } from "../../setup/outcomes";
import { useInbox } from "../../setup/inbox";
import { addDevice } from "../../setup/passkeys";
import { HERE as here, PASSWORD, signUpSomebody } from "../../setup/people";
import { addSecondFactor, codeOf } from "../../setup/second-factor";

useEnvironment({ APP_ORIGIN: "https://site.example", RATE_LIMITS: "on" });
useDatabase();

const NEW_PASSWORD = "a fresh lantern #9";
const DAY = 86_400_000;

const inbox = useInbox();
afterEach(() => void vi.restoreAllMocks());

type Person = Awaited<ReturnType<typeof signUpSomebody>>;
const somebody = () => signUpSomebody({ isProven: true });
const confirmed = { currentPassword: PASSWORD };

const now = async ({ browserSecret }: Person) =>
  (await authenticate(browserSecret, "browser"))!.viewer;
const sessionOf = async ({ browserSecret }: Person) =>
  (await authenticate(browserSecret, "browser"))!.session;

const isLeaving = async ({ viewer: { id } }: Person) =>
  (await rowOf("users", id))?.leavesAt !== undefined;

const schedule = (viewer: Viewer) =>
  scheduleDeletion(viewer, { content: "delete", ...confirmed }, here);

let addresses = 0;
/** Changes the address as a thief would who knows the password. @returns the thief's address */
async function steal(person: Person): Promise<string> {
  const email = `thief${(addresses += 1)}@example.net`;
  await requestEmailChange(await now(person), { email, ...confirmed }, here);
  await confirmEmailChange(await inbox.secret(email, "/change-email/"), here.origin);
  return email;
}

const restore = async ({ email }: Person) =>
  restoreEmail(await inbox.secret(email, "/restore-email/"), here);

async function reset(email: string) {
  await requestPasswordReset({ email }, here);
  await resetPassword(await inbox.secret(email, "/reset/"), { password: NEW_PASSWORD }, here);
}

describe("a deletion that a thief has scheduled", () => {
  test.each<[string, (person: Person) => Promise<unknown>]>([
    ["a new password by mail", ({ email }) => reset(email)],
    [
      "a new password in the settings",
      async (person) => {
        const { signInId } = await sessionOf(person);
        const input = { password: NEW_PASSWORD, ...confirmed };
        await changePassword(person.viewer, input, { ...here, signInId });
      },
    ],
    ["a new password by the operator", ({ email }) => setPasswordOf(email, NEW_PASSWORD)],
    [
      "restoring the address, if it was scheduled after the change",
      async (person) => {
        await cancelDeletion(await now(person), here.origin);
        await steal(person);
        await schedule(await now(person));
        await restore(person);
      },
    ],
    [
      "restoring the address, if it was scheduled before the change",
      async (person) => {
        await steal(person);
        await restore(person);
      },
    ],
    [
      "restoring the address after two changes and a new password of the thief's",
      async (person) => {
        await steal(person);
        await reset(await steal(person));
        await restore(person);
      },
    ],
  ])("is cancelled by %s", async (_, recover) => {
    const person = await somebody();
    await schedule(person.viewer);
    expect(await isLeaving(person)).toBe(true);
    await recover(person);
    expect(await isLeaving(person)).toBe(false);
  });

  test.each(["before", "after"])(
    "%s the change of address is not carried out before the address can no longer be restored",
    async (when) => {
      const person = await somebody();
      if (when === "before") await schedule(person.viewer);
      const thief = await steal(person);
      if (when === "after") await schedule(await now(person));
      const link = (await collection("account-links").findOne({ purpose: "restore-email" }))!;
      const until = link.expiresAt as Date;
      expect((await now(person)).deletion!.leavesAt.getTime()).toBeGreaterThanOrEqual(
        until.getTime(),
      );
      const user = { _id: new Types.ObjectId(person.viewer.id) };
      // As if it had been scheduled earlier.
      await collection("users").updateOne(user, { $set: { leavesAt: new Date(Date.now() - 1) } });
      expect(await deleteDueAccounts()).toBe(0);
      expect((await now(person)).deletion!.leavesAt).toEqual(until);
      await collection("account-links").deleteMany({});
      await collection("users").updateOne(user, { $set: { leavesAt: new Date(Date.now() - 1) } });
      expect(await deleteDueAccounts()).toBe(1);
      expect((await inbox.subjects(thief)).at(-1)).toMatch(/was deleted/);
    },
  );
});

describe("taking an account back", () => {
  test("by mail removes the passkeys of the last seven days, and no app of a second factor", async () => {
    const person = await somebody();
    await addSecondFactor(person.viewer);
    await addDevice(person.viewer);
    const old = { createdAt: new Date(Date.now() - 8 * DAY), name: "Mine" };
    await collection("passkeys").updateMany({}, { $set: old });
    await addDevice(person.viewer);
    await reset(person.email);
    expect(await readPasskeys(person.viewer)).toEqual([expect.objectContaining({ name: "Mine" })]);
    expect(await readSecondFactor(person.viewer)).toMatchObject({ isOn: true });
    expect((await inbox.to(person.email)).at(-1)!.text).toContain("Passkeys added within");
  });

  test("by restoring the address removes recovery codes that a thief has made", async () => {
    const person = await somebody();
    const { secret } = await addSecondFactor(person.viewer);
    const since = { confirmedAt: new Date(Date.now() - 3 * DAY) };
    await collection("second-factors").updateMany({}, { $set: since });
    const context = { ...here, session: await sessionOf(person) };
    await requestEmailChange(
      person.viewer,
      { email: "thief@example.net", ...confirmed, code: codeOf(secret, -1) },
      here,
    );
    await confirmEmailChange(
      await inbox.secret("thief@example.net", "/change-email/"),
      here.origin,
    );
    await renewRecoveryCodes(await now(person), { ...confirmed, code: codeOf(secret) }, context);
    await restore(person);
    expect(await readSecondFactor(person.viewer)).toEqual({ isOn: true, recoveryCodesLeft: 0 });
  });
});

describe("a link is not used up by a failure", () => {
  const failOnce = () =>
    vi.spyOn(User, "updateOne").mockImplementationOnce(() => {
      throw new Error("the database is away");
    });

  test("of restoring an address that another account has taken", async () => {
    const person = await somebody();
    await steal(person);
    const squatter = await somebody();
    const row = { _id: new Types.ObjectId(squatter.viewer.id) };
    await collection("users").updateOne(row, { $set: { email: person.email } });
    const secret = await inbox.secret(person.email, "/restore-email/");
    expect(await messageOf(restoreEmail(secret, here))).toMatch(/Another account/);
    expect(await now(person), "nothing has changed").toMatchObject({ name: person.viewer.name });
    await collection("users").deleteOne(row);
    expect(await messageOf(restoreEmail(secret, here))).toBe("done");
    expect(await messageOf(restoreEmail(secret, here))).toMatch(/cannot be used/);
  });

  test.each<[string, (person: Person) => Promise<() => Promise<unknown>>]>([
    [
      "restoring",
      async (person) => {
        await steal(person);
        const secret = await inbox.secret(person.email, "/restore-email/");
        return () => restoreEmail(secret, here);
      },
    ],
    [
      "changing the address",
      async ({ viewer }) => {
        await requestEmailChange(viewer, { email: "own@example.net", ...confirmed }, here);
        const secret = await inbox.secret("own@example.net", "/change-email/");
        return () => confirmEmailChange(secret, here.origin);
      },
    ],
    [
      "a new password",
      async ({ email }) => {
        await requestPasswordReset({ email }, here);
        const secret = await inbox.secret(email, "/reset/");
        return () => resetPassword(secret, { password: NEW_PASSWORD }, here);
      },
    ],
  ])("of the database: %s", async (_, prepare) => {
    const use = await prepare(await somebody());
    failOnce();
    await expect(use()).rejects.toThrow("the database is away");
    const uses = await Promise.all(Array.from({ length: 10 }, () => messageOf(use())));
    expect(uses.filter((what) => what === "done")).toHaveLength(1);
    expect(await messageOf(use())).toMatch(/cannot be used/);
  });
});

const changes: [string, RegExp, (person: Person) => Promise<unknown>][] = [
  ["a deletion", /will be deleted/, async (person) => schedule(await now(person))],
  [
    "a deletion that is cancelled",
    /will not be deleted/,
    async (person) => {
      await schedule(await now(person));
      await cancelDeletion(await now(person), here.origin);
    },
  ],
  [
    "a new password",
    /password .* was changed/,
    async (person) =>
      changePassword(
        await now(person),
        { password: NEW_PASSWORD, ...confirmed },
        { ...here, signInId: (await sessionOf(person)).signInId },
      ),
  ],
  [
    "a second factor",
    /second factor was added/,
    async (person) => {
      const context = { ...here, session: await sessionOf(person) };
      const { secret } = await beginSetUp(await now(person), confirmed, context);
      await confirmSetUp(await now(person), { code: codeOf(secret) }, context);
    },
  ],
  [
    "a token",
    /A new token/,
    async (person) =>
      makeToken(await now(person), { name: "x", scope: "write", days: 365, ...confirmed }, here),
  ],
  [
    "a copy of the data",
    /copy of your data/,
    async (person) => {
      await requestExport(await now(person), here.origin);
      const told = async () => (await inbox.subjects()).filter((text) => /copy of/.test(text));
      await expect.poll(told).toHaveLength(2);
    },
  ],
];

describe("the former address, while it can be restored", () => {
  test.each(changes)("is told of %s", async (_, subject, change) => {
    const person = await somebody();
    const thief = await steal(person);
    await change(person);
    for (const address of [person.email, thief]) {
      expect((await inbox.subjects(address)).at(-1)).toMatch(subject);
    }
    const { text } = (await inbox.to(person.email)).at(-1)!;
    expect(text).toContain("because your account had this address");
    for (const path of ["/forgot", "/settings", "/restore-email/"])
      expect(text).not.toContain(path);
  });

  test("is told of nothing after that", async () => {
    const person = await somebody();
    await steal(person);
    await collection("account-links").updateMany({}, { $set: { expiresAt: new Date() } });
    await inbox.empty();
    await schedule(await now(person));
    expect(await inbox.to(person.email)).toEqual([]);
  });
});

describe("an address that is not confirmed", () => {
  test("gets no mail about the deletion of its account", async () => {
    const person = await signUpSomebody();
    await inbox.empty();
    await schedule(person.viewer);
    await collection("users").updateMany({}, { $set: { leavesAt: new Date(Date.now() - 1) } });
    expect(await deleteDueAccounts()).toBe(1);
    expect(await inbox.to(person.email)).toEqual([]);
  });

  test("gets no mail when another account asks for it, and that account is not told", async () => {
    const stranger = await signUpSomebody();
    const person = await somebody();
    const input = { email: stranger.email, ...confirmed };
    expect(await messageOf(requestEmailChange(person.viewer, input, here))).toBe("done");
    expect(await inbox.subjects(stranger.email)).toEqual([expect.stringMatching(/^Confirm/)]);
  });
});

describe("the limit of a mailbox", () => {
  const signUpWith = (email: string, name: string) =>
    messageOf(signUp({ email, name, password: PASSWORD }, here));

  test("counts mails to its tags and spellings, whatever asks for them", async () => {
    const spelled = ["a.b", "ab+1", "a.b+x+y", "AB"].map((local) =>
      `${local}@Gmail.com`.toLowerCase(),
    );
    for (const [i, email] of spelled.entries()) {
      expect(await signUpWith(email, `Tagged${i}`)).toBe("done");
    }
    const person = await somebody();
    const input = { email: "a.b+new@googlemail.com", ...confirmed };
    expect(await messageOf(requestEmailChange(person.viewer, input, here))).toBe("done");
    expect(await signUpWith("ab+last@gmail.com", "Tagged9")).toMatch(/^Too many/);
    for (const email of spelled) {
      const from = { ...here, address: "198.51.100.1" };
      expect(await messageOf(requestPasswordReset({ email }, from))).toMatch(/^Too many/);
    }
    expect(await signUpWith("ab@mail.example", "Elsewhere")).toBe("done");
  });

  test("lets five notices through in an hour, the last of which says so", async () => {
    const person = await somebody();
    for (let i = 0; i < 6; i += 1) {
      await schedule(person.viewer);
      await cancelDeletion(person.viewer, here.origin);
    }
    const notices = (await inbox.to(person.email)).filter(({ text }) => / be deleted/.test(text));
    expect(notices.map(({ text }) => text.includes("within this hour"))).toEqual([
      ...[false, false, false, false, true],
    ]);
  });
});

test("a name in a mail has no link in it", async () => {
  const person = await somebody();
  const name = "Confirm at https://evil.example/x now";
  await makeToken(person.viewer, { name, scope: "read", days: 7, ...confirmed }, here);
  const { text } = (await inbox.to(person.email)).at(-1)!;
  expect(text).toContain("named “Confirm at https evil example x now”");
  expect(text).not.toContain("evil.example");
});
