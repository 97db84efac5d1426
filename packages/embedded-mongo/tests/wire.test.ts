/** The socket and the messages that it receives. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BSON, MongoClient, type Document } from "mongodb";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openEmbedded } from "../src/index";
import { useDatabase, useDirectory } from "./helpers/database";

const database = useDatabase();
const another = useDirectory();

const socketPath = (uri: string) => decodeURIComponent(uri.split("/")[2]!);

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath(database.server.uri("test")));
    socket.once("connect", () => resolve(socket)).once("error", reject);
  });
}

/** An OP_MSG with one command. */
function message(command: Document, id = 1, flags = 0): Buffer {
  const body = BSON.serialize(command);
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(id, 4);
  head.writeInt32LE(2013, 12);
  head.writeUInt32LE(flags, 16);
  return Buffer.concat([head, body]);
}

/** Reads replies until there are `count`. */
async function replies(socket: Socket, count: number): Promise<{ to: number; body: Document }[]> {
  let bytes = Buffer.alloc(0);
  const found: { to: number; body: Document }[] = [];
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
      const length = bytes.readInt32LE(0);
      found.push({ to: bytes.readInt32LE(8), body: BSON.deserialize(bytes.subarray(21, length)) });
      bytes = bytes.subarray(length);
    }
    if (found.length >= count) break;
  }
  return found;
}

describe("an invalid message closes its connection only", () => {
  const opcode = message({ ping: 1, $db: "test" });
  opcode.writeInt32LE(2012, 12);
  const section = message({ ping: 1, $db: "test" });
  section[20] = 7;
  const noCommand = message({}).subarray(0, 20);
  noCommand.writeInt32LE(20, 0);
  test.each<[string, Buffer]>([
    ["noise", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
    ["an opcode that is not supported", opcode],
    ["an unknown flag", message({ ping: 1, $db: "test" }, 1, 1 << 5)],
    ["a section of an unknown kind", section],
    ["no command at all", noCommand],
  ])("%s", async (_what, bytes) => {
    const socket = await open();
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    socket.resume();
    socket.write(bytes);
    await closed;
    expect(await database.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});

test("a malformed document is an error that leaves the connection open", async () => {
  const socket = await open();
  const broken = message({ insert: "x", documents: [{ a: "text" }], $db: "test" });
  broken.writeInt32LE(900, broken.indexOf("text") - 4);
  socket.write(broken);
  socket.write(message({ ping: 1, $db: "test" }, 2));
  const [first, second] = await replies(socket, 2);
  expect(first!.body).toMatchObject({ ok: 0, code: 22 });
  expect(second).toMatchObject({ to: 2, body: { ok: 1 } });
  socket.destroy();
});

test("requests are answered in order, however their bytes are split and however many are pending", async () => {
  const socket = await open();
  const commands: Document[] = [
    { insert: "order", documents: [{ _id: 1 }] },
    { find: "order" },
    { delete: "order", deletes: [{ q: {}, limit: 0 }] },
    { count: "order" },
  ];
  const all = Buffer.concat(commands.map((one, id) => message({ ...one, $db: "test" }, id)));
  // These bytes arrive alone, and are too few to tell the length of a message.
  socket.write(all.subarray(0, 3));
  await database.command({ ping: 1 });
  for (let at = 3; at < all.length; at += 17) socket.write(all.subarray(at, at + 17));
  // One chunk has more requests than may be pending.
  const numbers = Array.from({ length: 400 }, (_, i) => i);
  const ping = { ping: 1, comment: "x".repeat(500), $db: "test" };
  socket.write(Buffer.concat(numbers.slice(4).map((id) => message(ping, id))));
  const answered = await replies(socket, numbers.length);
  expect(answered.map(({ to }) => to)).toEqual(numbers);
  expect(answered[1]!.body.cursor.firstBatch).toEqual([{ _id: 1 }]);
  expect(answered[3]!.body.n).toBe(0);
  socket.destroy();
});

test("a client that reads no replies does not delay other clients", async () => {
  const c = await database.collection([{ _id: 1, pad: "x".repeat(1_000_000) }]);
  const slow = await open();
  slow.pause();
  for (let i = 0; i < 40; i++) slow.write(message({ find: c.collectionName, $db: "test" }, i));
  expect(await c.countDocuments()).toBe(1);
  const answered = await replies(slow, 40);
  expect(answered.map(({ to }) => to)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  slow.destroy();
});

describe("the socket's folder", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test("is private, and is removed when the database is closed", async () => {
    const server = await openEmbedded(another);
    const folder = dirname(socketPath(server.uri("test")));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await server.close();
    expect(existsSync(folder)).toBe(false);
  });

  test("is removed if its process has ended, but not if it is running, also under another user", async () => {
    const parent = mkdtempSync(join(tmpdir(), "swept-"));
    vi.stubEnv("TMPDIR", parent);
    const folders = [4194304, 4194305, process.pid].map((pid) => `embedded-mongo-${pid}-abcdef`);
    for (const name of [...folders, "embedded-mongo-notes"]) mkdirSync(join(parent, name));
    const { kill } = process;
    vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
      // The error EPERM means that the process exists but may not be signalled.
      if (pid === 4194304) throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
      return kill.call(process, pid, signal);
    });
    const server = await openEmbedded(another);
    const own = dirname(socketPath(server.uri("test")));
    const left = readdirSync(parent).filter((name) => join(parent, name) !== own);
    expect(left.sort()).toEqual([folders[0], folders[2], "embedded-mongo-notes"].sort());
    await server.close();
    rmSync(parent, { recursive: true });
  });

  test("is in another place if its path would be too long for a socket", async () => {
    const parent = mkdtempSync(join(tmpdir(), "long-"));
    const long = join(parent, "x".repeat(100));
    mkdirSync(long);
    vi.stubEnv("TMPDIR", long);
    const server = await openEmbedded(another);
    expect(socketPath(server.uri("test")).length).toBeLessThan(107);
    await server.close();
    rmSync(parent, { recursive: true });
  });
});

test("closing waits for running commands", async () => {
  const server = await openEmbedded(another);
  // A write without a connection when the server closes should not wait long for another server.
  const options = { serverSelectionTimeoutMS: 1000 };
  const client = await new MongoClient(server.uri("test"), options).connect();
  const c = client.db().collection("closing");
  await c.insertOne({});
  const writes = Promise.allSettled(Array.from({ length: 20 }, (_, i) => c.insertOne({ i })));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await server.close();
  const acknowledged = (await writes).filter(({ status }) => status === "fulfilled").length;
  await client.close();
  const reopened = await openEmbedded(another);
  const second = await new MongoClient(reopened.uri("test")).connect();
  expect(await second.db().collection("closing").countDocuments()).toBeGreaterThanOrEqual(
    acknowledged + 1,
  );
  await second.close();
  await reopened.close();
});
