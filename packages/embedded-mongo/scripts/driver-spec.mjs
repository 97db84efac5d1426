/**
 * Runs MongoDB's own tests for drivers, the JSON files of the "unified test format", against the embedded database.
 * Compares the results of the operations and the contents of the collections afterwards; ignores what the tests expect
 * of a driver's internals (its events, pools and messages).
 *
 *     git clone --depth 1 https://github.com/mongodb/specifications
 *     node --import tsx packages/embedded-mongo/scripts/driver-spec.mjs specifications/source crud sessions
 *
 * MONGODB_URI=… runs the same tests against another server. A test that fails because the server reports that it does
 * not support something counts as refused; the exit status is 1 if any test fails otherwise.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { BSON, MongoClient } from "mongodb";
import { openEmbedded } from "../src/index.ts";
import { expectMatch } from "./driver-spec/match.mjs";
import { OPERATIONS } from "./driver-spec/operations.mjs";

const { EJSON } = BSON;

const [source, ...folders] = process.argv.slice(2);
if (!source || !folders.length) {
  console.error("usage: driver-spec.mjs SPECIFICATIONS/source FOLDER…");
  process.exit(2);
}

const directory = mkdtempSync(join(tmpdir(), "driver-spec-"));
const embedded = process.env.MONGODB_URI ? undefined : await openEmbedded(directory);
const uri = process.env.MONGODB_URI ?? embedded.uri("test");
const admin = await new MongoClient(uri).connect();
const { version } = await admin.db("admin").command({ buildInfo: 1 });
const hello = await admin.db("admin").command({ hello: 1 });
const topology = hello.setName ? "replicaset" : hello.msg === "isdbgrid" ? "sharded" : "single";

let unexplained = 0;
for (const folder of folders) {
  const tally = { passed: 0, refused: new Map(), failed: [], leftOut: new Map() };
  for (const file of jsonFiles(join(source, folder))) await runFile(file, tally);
  report(folder, tally);
  unexplained += tally.failed.length;
}
await admin.close();
await embedded?.close();
rmSync(directory, { recursive: true, force: true });
process.exitCode = unexplained ? 1 : 0;

function jsonFiles(path) {
  if (!statSync(path).isDirectory()) return path.endsWith(".json") ? [path] : [];
  return readdirSync(path).flatMap((name) => jsonFiles(join(path, name)));
}

async function runFile(file, tally) {
  const spec = EJSON.parse(readFileSync(file, "utf8"), { relaxed: true });
  for (const test of spec.tests ?? []) {
    const reason = whyNot(spec, test);
    if (reason) {
      count(tally.leftOut, reason);
      continue;
    }
    try {
      await runTest(spec, test);
      tally.passed++;
    } catch (error) {
      const what = refusal(error);
      if (what) count(tally.refused, what);
      else tally.failed.push(`${basename(file, ".json")}: ${test.description}: ${error.message}`);
    }
  }
}

/** The reason why a test does not apply to this server or this program, if there is one. */
function whyNot(spec, test) {
  if (test.skipReason) return "skipped by its authors";
  if (!meets(spec.runOnRequirements) || !meets(test.runOnRequirements))
    return "for another kind or version of server";
  const unknown = test.operations.find(({ name }) => !OPERATIONS[name]);
  return unknown && `about the driver itself (${unknown.name})`;
}

function meets(requirements) {
  return (
    !requirements ||
    requirements.some(
      ({
        minServerVersion = "0",
        maxServerVersion = "999",
        topologies = [topology],
        auth,
        csfle,
        serverless,
        serverParameters,
      }) =>
        compareVersions(version, minServerVersion) >= 0 &&
        compareVersions(version, maxServerVersion) <= 0 &&
        topologies.includes(topology) &&
        !auth &&
        !csfle &&
        serverless !== "require" &&
        !serverParameters,
    )
  );
}

function compareVersions(a, b) {
  const [x, y] = [a, b].map((text) => text.split(".").map(Number));
  for (let i = 0; i < 3; i++) if ((x[i] ?? 0) !== (y[i] ?? 0)) return (x[i] ?? 0) - (y[i] ?? 0);
  return 0;
}

/** What the server reported that it does not support; `undefined` for any other error. */
function refusal({ cause }) {
  const message = cause?.message ?? "";
  if (cause?.code === 238) return message.replace(/ is not supported by .*/, "");
  return cause?.code === 59 ? message : undefined;
}

async function runTest(spec, test) {
  const clients = [];
  try {
    const entities = createEntities(spec.createEntities ?? [], clients);
    for (const data of spec.initialData ?? []) await prepare(data);
    for (const operation of test.operations) await runOperation(operation, entities);
    for (const { databaseName, collectionName, documents } of test.outcome ?? []) {
      const found = await admin
        .db(databaseName)
        .collection(collectionName)
        .find({}, { sort: { _id: 1 } })
        .toArray();
      expectMatch(documents, found, { root: false, where: "outcome" });
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

function createEntities(descriptions, clients) {
  const entities = {};
  for (const description of descriptions) {
    const [[kind, entity]] = Object.entries(description);
    if (kind === "client") {
      const { serverApi, uriOptions } = entity;
      const client = new MongoClient(uri, {
        ...uriOptions,
        ...(serverApi && { serverApi }),
        serverSelectionTimeoutMS: 3000,
      });
      clients.push(client);
      entities[entity.id] = client;
    } else if (kind === "database")
      entities[entity.id] = entities[entity.client].db(entity.databaseName, entity.databaseOptions);
    else if (kind === "collection")
      entities[entity.id] = entities[entity.database].collection(
        entity.collectionName,
        entity.collectionOptions,
      );
    else if (kind === "session")
      entities[entity.id] = entities[entity.client].startSession(entity.sessionOptions);
  }
  return entities;
}

async function prepare({ databaseName, collectionName, documents }) {
  const collection = admin.db(databaseName).collection(collectionName);
  await collection.drop();
  if (documents.length) await collection.insertMany(documents);
  else await admin.db(databaseName).createCollection(collectionName);
}

async function runOperation(operation, entities) {
  const { name, object, expectError, expectResult, ignoreResultAndError } = operation;
  const { session, ...options } = operation.arguments ?? {};
  const target = object === "testRunner" ? admin : entities[object];
  const arguments_ = session ? { ...options, session: entities[session] } : options;
  let outcome;
  try {
    outcome = { result: await OPERATIONS[name](target, arguments_) };
  } catch (error) {
    outcome = { error };
  }
  const { result, error } = outcome;
  if (expectError) return checkError(name, expectError, outcome);
  if (error) throw new Error(`${name}: ${error.message}`, { cause: error });
  if (expectResult !== undefined && !ignoreResultAndError)
    expectMatch(expectResult, result, { root: true, where: name });
}

function checkError(name, wanted, { result, error }) {
  const fail = (why) => {
    throw new Error(`${name}: ${why}`, { cause: error });
  };
  if (!error) fail(`an error was expected, not ${JSON.stringify(result)}`);
  const fromServer = error.code !== undefined || error.errorResponse !== undefined;
  if (wanted.isClientError === true && error.name === "MongoServerError")
    fail(`refused by the server: ${error.message}`);
  if (wanted.isClientError === false && !fromServer)
    fail(`refused by the driver: ${error.message}`);
  if (wanted.errorCode !== undefined && error.code !== wanted.errorCode)
    fail(`code ${error.code}: ${error.message}`);
  if (wanted.errorCodeName !== undefined && error.codeName !== wanted.errorCodeName)
    fail(`code name ${error.codeName}`);
  if (
    wanted.errorContains &&
    !error.message.toLowerCase().includes(wanted.errorContains.toLowerCase())
  )
    fail(`message: ${error.message}`);
  if (wanted.errorResponse)
    expectMatch(wanted.errorResponse, error.errorResponse ?? error.result, {
      root: true,
      where: name,
    });
  if (wanted.expectResult && error.result)
    expectMatch(wanted.expectResult, error.result, { root: true, where: name });
}

function count(tally, key) {
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

function report(folder, { passed, refused, failed, leftOut }) {
  const sum = (tally) => [...tally.values()].reduce((a, b) => a + b, 0);
  const run = passed + sum(refused) + failed.length;
  console.log(
    `${folder}: ${run} run, ${passed} passed, ${sum(refused)} refused, ${failed.length} failed (MongoDB ${version}, ${topology})`,
  );
  for (const [what, n] of refused) console.log(`  refused ${n}: ${what}`);
  for (const [why, n] of leftOut) console.log(`  left out ${n}: ${why}`);
  for (const failure of failed) console.log(`  FAILED ${failure}`);
}
