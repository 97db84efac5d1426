/** Checks that every service that writes data of cached pages also invalidates them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** The models whose data pages show to visitors. */
const SHOWN = [
  ...["application", "article", "article-counts", "comment", "hub", "ledger", "price"],
  ...["recommendation", "scheduled-recommendation"],
  ...["review", "review-scores", "session", "user", "view", "work"],
];

/** Calls that change a collection. */
const WRITES = new Set([
  ...[
    ".bulkWrite",
    ".create",
    ".deleteMany",
    ".deleteOne",
    ".findByIdAndDelete",
    ".findByIdAndUpdate",
  ],
  ...[".findOneAndDelete", ".findOneAndUpdate", ".insertMany", "insertMissing", ".updateMany"],
  ...[".updateOne"],
]);

/** Calls that invalidate. */
const INVALIDATES = new Set(["invalidate", "invalidateSupport"]);

/** Functions that write and leave the invalidation to their callers, or change nothing that is shown. */
const EXCEPTIONS: Record<string, string> = {
  removeFromHub: "its callers invalidate",
  countRating: "its callers invalidate",
  removeDependents: "its caller invalidates",
  moveBetweenHubs: "editArticle invalidates",
  restoreOrCreate: "postArticle invalidates",
  withdraw:
    "forgetIfUnanswered removes the rest and invalidates; the comment itself was never shown",
  editOwn: "its callers invalidate",
  revokeAccess: "its callers invalidate",
  removeUpvotes: "deleteAccount invalidates",
  disownVotes: "deleteAccount invalidates; visitors see no applications",
  dropVotesOf: "visitors see no applications; carryOut invalidates when a member is admitted",
  settleApplications:
    "visitors see no applications; carryOut invalidates when a member is admitted",
  applyForMembership: "visitors see no applications",
  voteOnApplication: "visitors see no applications; carryOut invalidates when a member is admitted",
  correctArticles: "recount invalidates",
  correctWorks: "recount invalidates",
  correctHubs: "recount invalidates",
  removeFormerContributors: "recount invalidates",
  storeRecommendation: "complete invalidates",
  createMember: "filling the demo community invalidates",
  importWorks: "filling the demo community invalidates",
  importAllReviews: "filling the demo community invalidates",
  importMembership: "filling the demo community invalidates",
  signUp: "a new account is on no cached page",
  makeToken: "it closes only the token that it has just created",
  letCommentWeigh: "countSupportOf invalidates",
  openSignIn: "it closes only the session that it has just opened",
  restoreBrowser: "it closes only the session that it has just opened",
  authenticate: "the expiry of a session is not cached",
  renewHash: "the hash of a password is on no page",
  getVisitorKeys: "the key of a day is on no page",
  accountOf: "the key of a day is on no page",
};

interface Declared {
  name: string;
  calls: Set<string>;
}

/** The top-level functions of a module, with the names of the functions that they call. */
function functionsIn(path: string): Declared[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  return source.statements.flatMap((statement): Declared[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      return [{ name: statement.name.text, calls: callsIn(statement) }];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map((declaration) => ({
      name: declaration.name.getText(),
      calls: callsIn(declaration),
    }));
  });
}

function callsIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (child: ts.Node) => {
    if (ts.isCallExpression(child)) {
      const { expression } = child;
      if (ts.isIdentifier(expression)) names.add(expression.text);
      if (ts.isPropertyAccessExpression(expression)) names.add(`.${expression.name.text}`);
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

/** The functions of the shown models that write, directly or through each other. */
function writingFunctions(): Set<string> {
  const declared = SHOWN.flatMap((name) => functionsIn(`app/models/${name}.server.ts`));
  const writing = new Set<string>();
  for (let before = -1; before !== writing.size;) {
    before = writing.size;
    for (const { name, calls } of declared) {
      if ([...calls].some((call) => WRITES.has(call) || writing.has(call))) writing.add(name);
    }
  }
  return writing;
}

test("each function of a service that writes shown data invalidates it, or is a listed exception", () => {
  const writing = writingFunctions();
  expect([...writing]).toEqual(expect.arrayContaining(["createArticle", "addToCounts", "addVote"]));
  const files = readdirSync("app/services", { recursive: true, encoding: "utf8" });
  const functions = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => functionsIn(join("app/services", file)));
  const silent = functions
    .filter(({ calls }) => [...calls].some((call) => writing.has(call)))
    .filter(({ calls }) => ![...calls].some((call) => INVALIDATES.has(call)))
    .map(({ name }) => name);
  expect(silent.filter((name) => !(name in EXCEPTIONS))).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((name) => !silent.includes(name))).toEqual([]);
});
