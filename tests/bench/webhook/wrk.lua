-- SPDX-License-Identifier: MIT
-- For wrk: posts the file $BODY.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Accept"] = "application/json, */*"
wrk.headers["User-Agent"] = "kube-apiserver-admission"

function init(args)
   local file = assert(io.open(os.getenv("BODY"), "rb"))
   wrk.body = file:read("*a")
   file:close()
end
