import { ProtocolError, quoted } from "../s15-mailboxes/protocol-error.ts";

const SESSION_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The name, when it can be a session's. Throws `malformed-text` otherwise. */
export function requireSessionName(name: string): string {
  if (SESSION_NAME.test(name)) return name;
  throw new ProtocolError(
    "malformed-text",
    `${quoted(name)} cannot be a session's name. Use up to 63 small letters, digits and hyphens, no hyphen first.`,
    { name },
  );
}
