import { expect, test } from "vitest";
import { z } from "zod";
import { topics } from "~/domain/topics";
import { signInInput, signUpForm } from "~/schemas/accounts";
import { articleInput } from "~/schemas/articles";
import { applicationInput } from "~/schemas/membership";
import { reviewForm } from "~/schemas/reviews";
import { getConstraint } from "~/utils/forms/parse-form.server";

test("the only constraint that browsers get is whether a field is required", () => {
  const schema = z.object({
    text: z.string().min(2).max(5).regex(/a/),
    choice: z.enum(["a", "b"]),
    number: z.number().min(1).max(5),
    optional: z.string().max(5).optional(),
  });
  expect(getConstraint(schema)).toEqual({
    text: { required: true },
    choice: { required: true },
    number: { required: true },
    optional: { required: false },
  });
});

test.each([
  ["an article", articleInput, ["title", "summary", "url"]],
  ["a sign-in", signInInput, ["email", "password"]],
  ["a sign-up", signUpForm, ["email", "password", "name", "confirmPassword"]],
  ["an application", applicationInput, ["statement"]],
  ...topics.map((topic) => {
    const always = ["title", "author", "rating", "category", "review"];
    const names = topic.slug === "book-nook" ? always : [...always, "url"];
    return [`a review in ${topic.slug}`, reviewForm(topic), names] as const;
  }),
] as [string, z.ZodType, string[]][])(
  "the form of %s requires its fields",
  (_what, schema, names) => {
    const constraint = getConstraint(schema);
    const required = Object.keys(constraint).filter((name) => constraint[name]?.required);
    expect(required.sort()).toEqual([...names].sort());
  },
);
