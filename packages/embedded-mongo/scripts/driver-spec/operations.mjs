/** The operations of the unified test format, executed with the official driver. */

/** Adds an option by which the driver leaves documents unchanged: it would replace an `_id` of null by an ObjectId. */
const asGiven = (documents, options) =>
  documents.some((document) => document?._id === null)
    ? { ...options, forceServerObjectId: true }
    : options;

const withReturnDocument = ({ returnDocument, ...options }) =>
  returnDocument ? { ...options, returnDocument: returnDocument.toLowerCase() } : options;

/** Converts a model `{insertOne: {…}}` of a client's bulk write to the driver's form. */
const clientModel = (model) => {
  const [[name, fields]] = Object.entries(model);
  return { name, ...fields };
};

const insertedBy = (requests) => requests.map(({ insertOne }) => insertOne?.document);

async function assertExists(admin, { databaseName, collectionName }, wanted) {
  const found = await admin.db(databaseName).listCollections({ name: collectionName }).toArray();
  if (found.length > 0 !== wanted)
    throw new Error(`${databaseName}.${collectionName} ${wanted ? "does not exist" : "exists"}`);
}

/** Each operation takes its target object, which is a client for operations of the test runner, and its arguments. */
export const OPERATIONS = {
  aggregate: (target, { pipeline, ...options }) => target.aggregate(pipeline, options).toArray(),
  assertCollectionExists: (admin, options) => assertExists(admin, options, true),
  assertCollectionNotExists: (admin, options) => assertExists(admin, options, false),
  bulkWrite: (c, { requests, ...options }) =>
    c.bulkWrite(requests, asGiven(insertedBy(requests), options)),
  clientBulkWrite: (client, { models, ...options }) =>
    client.bulkWrite(models.map(clientModel), options),
  count: (c, { filter, ...options }) => c.count(filter, options),
  countDocuments: (c, { filter, ...options }) => c.countDocuments(filter, options),
  createCollection: (db, { collection, ...options }) => db.createCollection(collection, options),
  createIndex: (c, { keys, ...options }) => c.createIndex(keys, options),
  deleteMany: (c, { filter, ...options }) => c.deleteMany(filter, options),
  deleteOne: (c, { filter, ...options }) => c.deleteOne(filter, options),
  distinct: (c, { fieldName, filter, ...options }) => c.distinct(fieldName, filter, options),
  dropCollection: (db, { collection }) => db.dropCollection(collection),
  dropIndex: (c, { name }) => c.dropIndex(name),
  dropIndexes: (c) => c.dropIndexes(),
  estimatedDocumentCount: (c, options) => c.estimatedDocumentCount(options),
  find: (c, { filter, ...options }) => c.find(filter, options).toArray(),
  findOne: (c, { filter, ...options }) => c.findOne(filter, options),
  findOneAndDelete: (c, { filter, ...options }) => c.findOneAndDelete(filter, options),
  findOneAndReplace: (c, { filter, replacement, ...options }) =>
    c.findOneAndReplace(filter, replacement, withReturnDocument(options)),
  findOneAndUpdate: (c, { filter, update, ...options }) =>
    c.findOneAndUpdate(filter, update, withReturnDocument(options)),
  insertMany: (c, { documents, ...options }) =>
    c.insertMany(documents, asGiven(documents, options)),
  insertOne: (c, { document, ...options }) => c.insertOne(document, asGiven([document], options)),
  listCollectionNames: (db, { filter }) => db.listCollections(filter, { nameOnly: true }).toArray(),
  listCollections: (db, { filter, ...options }) => db.listCollections(filter, options).toArray(),
  listDatabases: (client) => client.db().admin().listDatabases(),
  listIndexes: (c) => c.listIndexes().toArray(),
  modifyCollection: (db, { collection, ...options }) =>
    db.command({ collMod: collection, ...options }),
  rename: (c, { to, ...options }) => c.rename(to, options),
  replaceOne: (c, { filter, replacement, ...options }) =>
    c.replaceOne(filter, replacement, options),
  runCommand: (db, { command, commandName: _, ...options }) => db.command(command, options),
  runCursorCommand: (db, { command, commandName: _, ...options }) =>
    db.runCursorCommand(command, options).toArray(),
  updateMany: (c, { filter, update, ...options }) => c.updateMany(filter, update, options),
  updateOne: (c, { filter, update, ...options }) => c.updateOne(filter, update, options),
};
