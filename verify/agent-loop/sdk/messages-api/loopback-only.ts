import { Socket } from "node:net";

/**
 * Loaded into a process, it lets no socket connect to anything but 127.0.0.1 or a local pipe: a try throws and names
 * the place. So a test that passes has contacted nothing else.
 */
const { connect } = Socket.prototype;

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  // net.connect hands over its own arguments, normalized, as one array.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const target = typeof first === "object" ? first : { port: first, host: second };
  if (target.path === undefined && target.host !== "127.0.0.1") {
    throw new Error(`A connection to ${target.host}:${target.port} was tried, outside 127.0.0.1.`);
  }
  return Reflect.apply(connect, this, args);
};
