#!/usr/bin/env bash
# What a program does that speaks REST as before: create a page, change one of its texts unless somebody was faster, publish
# it, and read it as readers do. Needs curl and sed. Run it: TOKEN=ccs_a_... bash examples/rest/publish.sh /from-a-script
set -euo pipefail

url=${COMMONPLACE_URL:-http://127.0.0.1:4000}
path=${1:-/from-a-script}
json='Content-Type: application/json'

call() { curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@"; }
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# The company that the token belongs to.
company=$(call "$url/n/v1/companies?fields=name&limit=1" | sed 's/.*"companies":\[{//' | member urn)

page=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen | tr 'A-Z' 'a-z')
call -X POST "$url/n/v1/entity?fields=name" -H "$json" -H "Idempotency-Key: $page" -d '{
  "urn": "'"$page"'", "owner": "'"$company"'", "name": "From a script", "path": "'"$path"'", "language": "en",
  "status": "DRAFT_UNPUBLISHED", "texts": [{ "name": "title", "sortOrder": 0, "value": "First try" }]
}' > /dev/null

# A change is refused with 412 if the text is no longer as it was read: the ETag says so.
text=$(call "$url/n/v1/textitems?filter%5Bentity%5D=$page&fields=value" | sed 's/.*"textitems":\[{//' | member urn)
etag=$(call -D - -o /dev/null "$url/n/v1/textitem/$text" | tr -d '\r' | sed -n 's/^[Ee][Tt][Aa][Gg]: //p')
call -X PATCH "$url/n/v1/textitem/$text?fields=value" -H "$json" -H "If-Match: $etag" -d '{"value":"Second try"}' > /dev/null
again=$(curl -sS -o /dev/null -w '%{http_code}' -X PATCH "$url/n/v1/textitem/$text" -H "Authorization: Bearer $TOKEN" \
  -H "$json" -H "If-Match: $etag" -d '{"value":"Third try"}')
echo "changed once; with the old ETag: $again"

call -X PATCH "$url/n/v1/entity/$page?fields=status" -H "$json" -d '{"status":"PUBLISH"}' > /dev/null
echo "readers see: $(call "$url/v/v1/entityview$path" | sed 's/.*"texts":\[{//' | member value)"
