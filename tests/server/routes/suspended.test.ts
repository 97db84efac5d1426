/** Suspended while a form is open: refused in words with the text kept; copies of data and leaving stay possible. */
import { addDays } from "date-fns/addDays";
import { Types } from "mongoose";
import { expect, test } from "vitest";
import { setSuspension } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { action } from "~/routes/article/discussion";
import { action as changeData } from "~/routes/settings/data";
import { makeDueExports } from "~/services/exports/exports.server";
import type { FormResult } from "~/utils/forms/form-result";
import { collection, useDatabase } from "../../setup/database";
import { download } from "../../setup/exports";
import { addArticle, PASSWORD, signUpSomebody } from "../../setup/people";
import { ask } from "../../setup/routes";

useDatabase();

async function addSuspended() {
  const person = await signUpSomebody({ isProven: true });
  const { id } = person.viewer;
  const decisionId = new Types.ObjectId().toHexString();
  await setSuspension(id, { until: addDays(new Date(), 3), decisionId });
  return { ...person, viewer: (await findUser(id))! };
}

test("the comment of somebody who was suspended meanwhile comes back with why", async () => {
  const { cookie } = await addSuspended();
  const { id } = await addArticle();
  const [path, params] = [`/article/${id}`, { id }];
  const fields = { intent: "comment", content: "A thought of an hour.", formKey: "0".repeat(32) };
  const answer = await ask(action, path, { params, cookie, body: new URLSearchParams(fields) });
  expect(answer.status).toBe(403);
  expect(await collection("comments").countDocuments()).toBe(0);
  const { submission, formError } = answer.data as FormResult;
  expect(submission?.initialValue).toMatchObject({ content: "A thought of an hour." });
  expect(formError?.message).toMatch(
    /^Your account is suspended until [^.]*\. You can read, export/,
  );
});

test("a copy of the data and leaving stay possible while suspended", async () => {
  const person = await addSuspended();
  const { viewer, cookie } = person;
  const post = (fields: Record<string, string>) =>
    ask(changeData, "/settings/data", {
      ...{
        cookie,
        body: new URLSearchParams({
          ...fields,
          answer: "data",
          formKey: fields.intent!.padEnd(32, "0"),
        }),
      },
    });
  expect((await post({ intent: "requestExport" })).status).toBe(200);
  await makeDueExports();
  const { data } = await download(person);
  expect(data.account).toMatchObject({
    name: viewer.name,
    suspension: expect.any(Object) as object,
  });
  const leaving = { intent: "scheduleDeletion", content: "keep", currentPassword: PASSWORD };
  expect((await post(leaving)).status).toBe(200);
  expect((await findUser(viewer.id))!.deletion).toMatchObject({ withContent: false });
});
