/** Opens the store for this query language. */
import { compileFilter } from "./language/match";
import { plainScope } from "./language/scope";
import { Store } from "./storage/store";

/** As `Store.open` does; the filters of partial indexes are those of queries. */
export const openStore = (directory: string, options?: { create?: boolean }): Promise<Store> =>
  Store.open(directory, (filter) => compileFilter(filter, plainScope()), options);
