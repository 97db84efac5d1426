import { afterAll, beforeAll, expect, test } from "vitest";
import { site } from "~/config/site";
import { checkPassword as check } from "~/services/accounts/sign-up-rules.server";
import { useEnvironment } from "../../setup/environment";

useEnvironment({ APP_ORIGIN: "https://research.deep-funds.example" });
const { name } = site;
beforeAll(() => void (site.name = "Deep Funds"));
afterAll(() => void (site.name = name));

const person = { email: "mara@old-pigeon.example", name: "Mara" };

test.each(["research!2026", "Deep-Funds.example!", "funds-research!", "0ld-pige0n!"])(
  "the password %j is made of the site's name or host or the person's domain",
  async (password) => {
    await expect(check({ ...person, password })).rejects.toMatchObject({
      details: { fieldErrors: { password: [expect.stringContaining("the name of this site")] } },
    });
  },
);

test.each(["funds of deep lanterns!", "localhost likes lanterns!"])(
  "the password %j is not",
  async (password) => {
    await expect(check({ ...person, password })).resolves.toBeUndefined();
  },
);
