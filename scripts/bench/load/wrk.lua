-- Sends the requests that it is given, with a zero byte between them, in turns; prints what came of them as JSON.
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
    '\n{"answers":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d,"timedOut":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write, errors.timeout
  ))
end
