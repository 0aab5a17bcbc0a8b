import { describe, expect, test } from "vitest";
import { protocolRequest, protocolResponse } from "../../lessons/s16-team-protocols/protocol-message.ts";

const response = { type: "plan_response", request_id: "req-1", approve: true, feedback: "" };
const request = { type: "plan_request", request_id: "req-1", payload: "run it" };

describe("on the wire", () => {
  test.each(["plan_response", "shutdown_response"])("a response may be a %s", (type) => {
    expect(protocolResponse.parse({ ...response, type })).toEqual({ ...response, type });
  });

  test.each(["plan_request", "shutdown_request"])("a request may be a %s", (type) => {
    expect(protocolRequest.parse({ ...request, type })).toEqual({ ...request, type });
  });

  test.each(["plan_request", "plan", "", "toString", null])("no response is of type %j", (type) => {
    expect(protocolResponse.safeParse({ ...response, type }).success).toBe(false);
  });

  test.each(["plan_response", "shutdown", "", null])("no request is of type %j", (type) => {
    expect(protocolRequest.safeParse({ ...request, type }).success).toBe(false);
  });
});
