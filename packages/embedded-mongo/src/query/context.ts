/** The pipeline context, which gives stages access to other collections. */
import type { Scope } from "../language/scope";
import type { Context } from "../language/stages/stage";
import type { Store } from "../storage/store";
import { aggregate, throughStages } from "./pipeline";

/** Creates the context of a pipeline in a database. */
export function pipelineContext(store: Store, db: string, scope: Scope): Context {
  const withVariables = (variables: Record<string, unknown>) =>
    pipelineContext(store, db, { ...scope, variables: { ...scope.variables, ...variables } });
  const context: Context = {
    scope,
    withVariables,
    from(name, pipeline, variables = {}) {
      return aggregate(store.collection(`${db}.${name}`), pipeline, withVariables(variables));
    },
    through: (rows, pipeline) => throughStages(rows, pipeline, context),
  };
  return context;
}
