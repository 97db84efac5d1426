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
const INVALIDATES = new Set(["invalidate", "invalidateCounts"]);

/** Functions that write and leave the invalidation to their callers, or change nothing that is shown. */
const EXCEPTIONS: Record<string, string> = {
  removeFromHub: "its callers tell",
  countRating: "its callers tell",
  removeDependents: "its caller tells",
  moveBetweenHubs: "editArticle tells",
  create: "postArticle tells",
  withdraw: "forgetIfUnanswered removes what is left and tells; the comment was never told of",
  editOwn: "its callers tell",
  endAccess: "its callers tell",
  beginDeletion: "deleteAccount tells",
  removeUpvotes: "deleteAccount tells",
  withdrawVotes: "deleteAccount tells; visitors see no applications",
  applyForMembership: "visitors see no applications",
  voteOnApplication: "visitors see no applications; carryOut tells who is admitted",
  readMembership: "visitors see no applications",
  readStanding: "visitors see no applications",
  correctArticles: "recount tells",
  correctWorks: "recount tells",
  correctHubs: "recount tells",
  removeStrangers: "recount tells",
  storeRecommendation: "complete tells",
  takeOverOldDays: "fillLedgerOnce tells",
  createMember: "filling the demonstration tells",
  importWorks: "filling the demonstration tells",
  importAllReviews: "filling the demonstration tells",
  importMembership: "filling the demonstration tells",
  signUp: "nobody can have read what is new",
  makeToken: "what it closes it has just made itself",
  letCommentWeigh: "letWeigh tells",
  openSignIn: "what it closes it has just opened itself",
  restoreBrowser: "what it closes it has just opened itself",
  authenticate: "when a session expires is not kept",
  renewHash: "the hash of a password is shown to nobody",
  getVisitorKeys: "a day's key is shown to nobody",
  accountOf: "a day's key is shown to nobody",
  countWeeksCommenters: "how many have commented is shown to nobody",
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
