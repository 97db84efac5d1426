import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SignUpInput } from "~/schemas/accounts";

let check: (input: SignUpInput) => Promise<void>;

beforeAll(async () => {
  vi.stubEnv("APP_ORIGIN", "https://research.deep-funds.example");
  vi.stubEnv("SITE_NAME", "Deep Funds");
  ({ checkPassword: check } = await import("~/services/accounts/sign-up-rules.server"));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

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
