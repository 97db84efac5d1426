import { readFollowed, removeFollowed, removeFollowers } from "~/models/following.server";
import { repeatUntilEmpty } from "../articles/repeat-until-empty";
import type { Feature } from "../feature";

/** What people follow. */
export const following: Feature = {
  async deleteFor({ id }) {
    await repeatUntilEmpty((limit) => removeFollowed(id, limit));
    await repeatUntilEmpty((limit) => removeFollowers("person", [id], limit));
  },
  exported: { followings: readFollowed },
};
