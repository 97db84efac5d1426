import { expect, test } from "vitest";
import { hasUsers, createUser, findCredentials, findUser, upsertUser } from "~/models/user.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const mara = { email: "mara@example.org", name: "Mara", passwordHash: "hash" };

test("a user is found by id and by email, and only the email's finder has the hash", async () => {
  const user = await createUser(mara);
  const expected = {
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    email: "mara@example.org",
    name: "Mara",
    isMember: false,
  };
  expect(user).toEqual(expected);
  expect(await findUser(user?.id ?? "")).toEqual(expected);
  expect(await findCredentials("mara@example.org")).toEqual({
    viewer: expected,
    passwordHash: "hash",
  });
});

test("an email is taken once", async () => {
  await createUser(mara);
  expect(await createUser({ ...mara, name: "Other" })).toBeNull();
});

test("a name is taken once, without regard to case", async () => {
  await createUser(mara);
  for (const name of ["Mara", "mara", "MARA"])
    expect(await createUser({ ...mara, email: `${name}@other.example`, name }), name).toBeNull();
  expect(await createUser({ ...mara, email: "m@other.example", name: "Mara2" })).not.toBeNull();
});

test("who does not exist is nobody", async () => {
  await createUser(mara);
  for (const id of ["65f0c0ffee65f0c0ffee65f0", "", "mara", "65f0c0ffee65f0c0ffee65f", "\0"])
    expect(await findUser(id), id).toBeNull();
  expect(await findCredentials("ida@example.org")).toBeNull();
});

test("an operator's import makes a user or gives one a new password, and changes nothing else", async () => {
  const first = await upsertUser({ ...mara, isMember: true });
  const second = await upsertUser({
    ...mara,
    name: "Somebody",
    passwordHash: "new",
    isMember: false,
  });
  expect(second).toEqual(first);
  expect(await upsertUser({ ...mara, email: "ida@example.org", name: "mARA" })).toBeNull();
  expect((await findCredentials(mara.email))?.passwordHash).toBe("new");
});

test("a database knows whether anybody is in it", async () => {
  expect(await hasUsers()).toBe(false);
  await createUser(mara);
  expect(await hasUsers()).toBe(true);
});
