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
  local latencies = {}
  for i = 1, #latency do
    latencies[i] = string.format("[%d,%d]", latency(i))
  end
  io.write(string.format(
    '\n{"answers":%d,"microseconds":%d,"latencies":[%s],"refused":%d,"broken":%d,"timedOut":%d}\n',
    summary.requests, summary.duration, table.concat(latencies, ","),
    errors.status, errors.connect + errors.read + errors.write, errors.timeout
  ))
end
