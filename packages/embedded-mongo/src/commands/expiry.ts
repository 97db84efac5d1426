/** TTL indexes: deletes expired documents. */
import type { Document } from "bson";
import { plainScope } from "../language/scope";
import type { Store } from "../storage/store";
import { deleteMatching } from "./writes";
import { runInSlices, type Work } from "./write-helpers";

/** Deletes the documents that have expired by any TTL index. */
export async function expire(store: Store): Promise<void> {
  for (const { ns, indexes } of [...store.collections.values()])
    for (const { spec, building } of indexes) {
      if (spec.expireAfterSeconds === undefined || building !== undefined || store.closed) continue;
      const path = Object.keys(spec.key)[0]!;
      const due = { [path]: { $lt: new Date(Date.now() - spec.expireAfterSeconds * 1000) } };
      const { partialFilterExpression } = spec;
      await runInSlices(
        store,
        removal(
          store,
          ns,
          partialFilterExpression ? { $and: [due, partialFilterExpression] } : due,
        ),
      );
    }
}

function* removal(store: Store, ns: string, filter: Document): Work<void> {
  for (const _ of deleteMatching(store, ns, { filter, scope: plainScope() }, false)) yield;
}
