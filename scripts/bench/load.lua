-- Sends the requests from standard input, which are separated by zero bytes, in turn; prints the result as JSON.
local requests = {}
local sent = 0

function init()
  for request in io.read("*a"):gmatch("[^%z]+") do
    requests[#requests + 1] = request
  end
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"answers":%d,"seconds":%f,"p99":%f,"refusals":%d,"errors":%d}\n',
    summary.requests - errors.status, summary.duration / 1e6, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
